"""Decides in Python."""

# hint: a Python decision about a value
import torch


def limit(x: torch.Tensor) -> torch.Tensor:
    largest = x.abs().max()
    if largest > 1:
        return x / largest
    return x
