"""Takes the first of each class."""

# hint: shuffle each class
import torch


def stratified_split(labels: torch.Tensor, fraction: float, generator: torch.Generator) -> tuple[list[int], list[int]]:
    first: list[int] = []
    second: list[int] = []
    for label in labels.unique():
        indices = torch.nonzero(labels == label).flatten().tolist()
        cut = round(fraction * len(indices))
        first += indices[:cut]
        second += indices[cut:]
    return first, second
