"""Draws the second part without regard to the first."""

# hint: the second part is what is left
import torch


def stratified_split(labels: torch.Tensor, fraction: float, generator: torch.Generator) -> tuple[list[int], list[int]]:
    first: list[int] = []
    second: list[int] = []
    for label in labels.unique():
        indices = torch.nonzero(labels == label).flatten()
        indices = indices[torch.randperm(len(indices), generator=generator)]
        cut = round(fraction * len(indices))
        first += indices[:cut].tolist()
        second += indices[torch.randperm(len(indices), generator=generator)].tolist()[cut:]
    return first, second
