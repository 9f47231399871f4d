"""Splits at random and leaves the shares to chance."""

# hint: cut each class by itself
import torch


def stratified_split(labels: torch.Tensor, fraction: float, generator: torch.Generator) -> tuple[list[int], list[int]]:
    order = torch.randperm(len(labels), generator=generator).tolist()
    cut = round(fraction * len(labels))
    return order[:cut], order[cut:]
