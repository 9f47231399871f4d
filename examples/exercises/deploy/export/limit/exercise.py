"""Rewrite a branch so that torch.export accepts it."""

import torch


def limit(x: torch.Tensor) -> torch.Tensor:
    """Return x, divided by its largest absolute value if that is above 1.

    In plain Python:

        largest = x.abs().max()
        if largest > 1:
            return x / largest
        return x

    x is a float32 tensor of shape (batch, features) with at least one element. The
    check exports a module whose forward calls your function, with a dynamic batch, and
    compares the program with the lines above.
    """
