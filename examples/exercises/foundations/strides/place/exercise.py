"""Work out where in memory an element lies."""

import torch


def place(tensor: torch.Tensor, index: tuple[int, ...]) -> int:
    """Return how many elements from the beginning of its storage the element
    tensor[index] lies.

    index has one number for each axis, from 0 up. The tensor may be a slice, a
    transpose or expanded.
    """
