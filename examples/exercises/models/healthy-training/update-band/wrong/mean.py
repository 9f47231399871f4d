"""Takes the mean over the matrices."""

# hint: not a mean
import torch
from torch import nn


def largest_lr(model: nn.Module, loss: torch.Tensor, limit: float = 1e-3) -> float:
    model.zero_grad()
    loss.backward()
    rates = [(limit * p.detach().norm() / p.grad.norm()).item() for p in model.parameters() if p.ndim == 2]
    return sum(rates) / len(rates)
