"""Add a layer that behaves differently in training and in evaluation."""

import numpy as np

from mini import Module, Tensor


class Dropout(Module):
    """Sets each element to 0 with probability p, but only while training.

    In evaluation it does nothing. While training, the elements that stay are divided by
    1 - p, so that on average the mean stays, and every call draws anew from rng. The
    gradient of an element that was set to 0 is 0.
    """

    def __init__(self, p: float, rng: np.random.Generator):
        self.p, self.rng = p, rng

    def forward(self, x: Tensor) -> Tensor:
        """Return x with some elements dropped."""
