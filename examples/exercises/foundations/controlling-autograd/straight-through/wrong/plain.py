"""Rounds, and nothing else."""

# hint: the gradient is zero: round() is still in the graph
import torch


def round_straight_through(x: torch.Tensor) -> torch.Tensor:
    return torch.round(x)
