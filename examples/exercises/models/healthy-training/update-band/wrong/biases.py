"""Counts the biases, and one of them is 0."""

# hint: biases do not count
import torch
from torch import nn


def largest_lr(model: nn.Module, loss: torch.Tensor, limit: float = 1e-3) -> float:
    model.zero_grad()
    loss.backward()
    return min((limit * p.detach().norm() / p.grad.norm()).item() for p in model.parameters())
