"""Detaches the whole result."""

# hint: only the correction is a constant, x is not
import torch


def round_straight_through(x: torch.Tensor) -> torch.Tensor:
    return torch.round(x).detach()
