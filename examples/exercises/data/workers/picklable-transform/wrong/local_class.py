"""Puts the class where pickle does not find it."""

# hint: an object of a class at the top level
from collections.abc import Callable, Sequence

import torch

Transform = Callable[[torch.Tensor], torch.Tensor]


def chain(transforms: Sequence[Transform]) -> Transform:
    class Chain:
        def __init__(self) -> None:
            self.transforms = list(transforms)

        def __call__(self, x: torch.Tensor) -> torch.Tensor:
            for transform in self.transforms:
                x = transform(x)
            return x

    return Chain()
