"""Deal out an epoch in slices."""

from collections.abc import Iterator

import torch
from torch import Tensor


def batches(
    images: Tensor, labels: Tensor, size: int, generator: torch.Generator
) -> Iterator[tuple[Tensor, Tensor]]:
    """Yield each image once, with its label, in an order that the generator draws.

    All batches have size images, but for the last, which may have fewer. One index
    makes a batch of images, and one a batch of labels.
    """
