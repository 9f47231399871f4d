"""Cuts off instead of dividing."""

# hint: divide all of x by the same number
import torch


def limit(x: torch.Tensor) -> torch.Tensor:
    return x.clamp(-1, 1)
