"""Gets its constant from .data."""

# hint: use detach() instead of .data
import torch


def round_straight_through(x: torch.Tensor) -> torch.Tensor:
    return x + (torch.round(x) - x).data
