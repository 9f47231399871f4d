"""Leaves out the gradient that comes from above."""

# hint: multiply with the gradient of the result
import numpy as np

from mini import Tensor


def tanh(x: Tensor) -> Tensor:
    values = np.tanh(x.data)
    return Tensor(values, [(x, lambda g: 1 - values**2)])
