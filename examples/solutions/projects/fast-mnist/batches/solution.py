"""One permutation, cut into parts, indexes images and labels alike."""

from collections.abc import Iterator

import torch
from torch import Tensor


def batches(
    images: Tensor, labels: Tensor, size: int, generator: torch.Generator
) -> Iterator[tuple[Tensor, Tensor]]:
    for rows in torch.randperm(len(images), generator=generator).split(size):
        yield images[rows], labels[rows]
