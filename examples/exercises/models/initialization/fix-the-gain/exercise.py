"""Initialise a chain of layers so that the signal keeps its size."""

from torch import nn


def initialise(model: nn.Sequential) -> None:
    """Fill every nn.Linear of a flat nn.Sequential, in place.

    All parameters stay trainable. The weights have mean 0 and the standard deviation
    gain / sqrt(fan_in), normal or uniform. The gain is that of the module right after
    the layer: sqrt(2) for nn.ReLU, 5/3 for nn.Tanh, 1 for anything else and for the
    last layer. Biases are 0; a layer may have none.
    """
