"""Compute the values once; the rule for the gradient uses them again."""

import numpy as np

from mini import Tensor


def tanh(x: Tensor) -> Tensor:
    values = np.tanh(x.data)
    return Tensor(values, [(x, lambda g: g * (1 - values**2))])
