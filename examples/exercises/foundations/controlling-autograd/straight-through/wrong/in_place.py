"""Writes into the tensor of the caller."""

# hint: x itself has changed
import torch


def round_straight_through(x: torch.Tensor) -> torch.Tensor:
    return x * 0 + x.detach().round_()
