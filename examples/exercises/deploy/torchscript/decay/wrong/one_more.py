"""Halves once too often."""

# hint: the last row is not halved at all
import torch


def decay(x: torch.Tensor) -> torch.Tensor:
    halvings = torch.arange(x.shape[0], device=x.device).flip(0) + 1
    return (0.5 ** halvings.unsqueeze(1) * x).sum(dim=0)
