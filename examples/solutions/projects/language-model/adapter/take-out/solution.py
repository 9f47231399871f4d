"""What was added, subtracted."""

import torch


def take_out(
    weight: torch.Tensor, a: torch.Tensor, b: torch.Tensor, alpha: float
) -> torch.Tensor:
    return weight - alpha / len(a) * (b @ a)
