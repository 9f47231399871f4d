"""Write a chain of transforms that can be sent to a worker."""

from collections.abc import Callable, Sequence

import torch

Transform = Callable[[torch.Tensor], torch.Tensor]


def chain(transforms: Sequence[Transform]) -> Transform:
    """Return a transform that applies all of them, the first one first.

    With none, it returns its input. If the transforms can be pickled, so can what you
    return. Appending to the list afterwards does not change it.
    """
