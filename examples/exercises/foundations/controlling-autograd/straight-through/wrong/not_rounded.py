"""Has the right gradient and the wrong value."""

# hint: the values must be whole
import torch


def round_straight_through(x: torch.Tensor) -> torch.Tensor:
    return x + (x - torch.round(x)).detach()
