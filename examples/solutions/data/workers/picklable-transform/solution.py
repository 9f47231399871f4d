"""An object carries the transforms, and pickle finds its class by name."""

from collections.abc import Callable, Sequence

import torch

Transform = Callable[[torch.Tensor], torch.Tensor]


class Chain:
    def __init__(self, transforms: Sequence[Transform]) -> None:
        self.transforms = list(transforms)

    def __call__(self, x: torch.Tensor) -> torch.Tensor:
        for transform in self.transforms:
            x = transform(x)
        return x


def chain(transforms: Sequence[Transform]) -> Transform:
    return Chain(transforms)
