"""Halves the last row most often."""

# hint: the other way round
import torch


def decay(x: torch.Tensor) -> torch.Tensor:
    halvings = torch.arange(x.shape[0], device=x.device)
    return (0.5 ** halvings.unsqueeze(1) * x).sum(dim=0)
