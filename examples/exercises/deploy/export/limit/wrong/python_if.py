"""The branch as it was."""

# hint: a Python if (or while) on a value of a tensor cannot be exported
import torch


def limit(x: torch.Tensor) -> torch.Tensor:
    largest = x.abs().max()
    if largest > 1:
        return x / largest
    return x
