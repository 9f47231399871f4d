"""Split so that both parts hold the same share of every class."""

import torch


def stratified_split(
    labels: torch.Tensor, fraction: float, generator: torch.Generator
) -> tuple[list[int], list[int]]:
    """Return the indices of two parts, in any order.

    The first holds round(fraction * count) samples of each class, where count is the
    number of samples of that class. Every index from 0 to len(labels) - 1 is in exactly
    one of the parts. Which samples of a class go where is left to chance, to that of
    the generator alone.
    """
