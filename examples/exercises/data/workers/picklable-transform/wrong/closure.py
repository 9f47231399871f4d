"""Returns a function that lives within another."""

# hint: an object of a class at the top level
from collections.abc import Callable, Sequence

import torch

Transform = Callable[[torch.Tensor], torch.Tensor]


def chain(transforms: Sequence[Transform]) -> Transform:
    steps = list(transforms)

    def apply(x: torch.Tensor) -> torch.Tensor:
        for step in steps:
            x = step(x)
        return x

    return apply
