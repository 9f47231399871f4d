"""Tries a step and leaves the model changed."""

# hint: without taking the step
import torch
from torch import nn


def largest_lr(model: nn.Module, loss: torch.Tensor, limit: float = 1e-3) -> float:
    model.zero_grad()
    loss.backward()
    rate = min((limit * p.detach().norm() / p.grad.norm()).item() for p in model.parameters() if p.ndim == 2)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter -= rate * parameter.grad
    return rate
