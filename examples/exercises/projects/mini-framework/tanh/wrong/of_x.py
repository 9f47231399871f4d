"""Squares x instead of tanh(x)."""

# hint: the derivative is 1 - t**2 with t = tanh(x)
import numpy as np

from mini import Tensor


def tanh(x: Tensor) -> Tensor:
    return Tensor(np.tanh(x.data), [(x, lambda g: g * (1 - x.data**2))])
