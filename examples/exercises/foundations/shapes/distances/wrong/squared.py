"""Forgets the square root."""

# hint: that is the squared distance
import torch


def distances(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return ((a[:, None] - b) ** 2).sum(dim=2)
