"""Subtracts without new axes: point 0 meets point 0, point 1 meets point 1."""

# hint: The size of tensor a
import torch


def distances(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return ((a - b) ** 2).sum(dim=1).sqrt()
