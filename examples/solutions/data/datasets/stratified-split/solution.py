"""Shuffle each class by itself and cut it by itself.

Then the shares cannot differ by more than rounding.
"""

import torch


def stratified_split(
    labels: torch.Tensor, fraction: float, generator: torch.Generator
) -> tuple[list[int], list[int]]:
    first: list[int] = []
    second: list[int] = []
    for label in labels.unique():
        indices = torch.nonzero(labels == label).flatten()
        indices = indices[torch.randperm(len(indices), generator=generator)].tolist()
        cut = round(fraction * len(indices))
        first += indices[:cut]
        second += indices[cut:]
    return first, second
