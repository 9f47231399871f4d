"""Builds a new Tensor that does not know x."""

# hint: the graph is cut
import numpy as np

from mini import Module, Tensor


class Dropout(Module):
    def __init__(self, p: float, rng: np.random.Generator):
        self.p, self.rng = p, rng

    def forward(self, x: Tensor) -> Tensor:
        if not self.training:
            return x
        return Tensor(x.data * (self.rng.random(x.data.shape) >= self.p) / (1 - self.p))
