"""Turn a Python decision about values into tensor operations."""

import torch


def limit(x: torch.Tensor) -> torch.Tensor:
    """Return x divided by its largest absolute value if that is above 1, else x.

    With a Python `if`, it is:

        largest = x.abs().max()
        if largest > 1:
            return x / largest
        return x

    Write it without a decision in Python, so that the whole function is one graph for
    every input. The checker runs it under torch.func.vmap, which refuses decisions that
    depend on values.
    """
