"""Adds to the gradients that are there."""

# hint: those of this loss alone
import torch
from torch import nn


def largest_lr(model: nn.Module, loss: torch.Tensor, limit: float = 1e-3) -> float:
    loss.backward()
    return min((limit * p.detach().norm() / p.grad.norm()).item() for p in model.parameters() if p.ndim == 2)
