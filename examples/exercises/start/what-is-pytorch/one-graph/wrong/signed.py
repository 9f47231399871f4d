"""Overlooks large negative values."""

# hint: divide all of x by the same number
import torch


def limit(x: torch.Tensor) -> torch.Tensor:
    return x / x.max().clamp(min=1)
