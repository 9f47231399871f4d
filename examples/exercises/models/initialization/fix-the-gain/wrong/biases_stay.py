"""Leaves the biases as they were."""

# hint: the biases are 0
from torch import nn


def initialise(model: nn.Sequential) -> None:
    for layer, after in zip(model, [*model[1:], None]):
        if isinstance(layer, nn.Linear):
            name = "relu" if isinstance(after, nn.ReLU) else "tanh" if isinstance(after, nn.Tanh) else "linear"
            nn.init.kaiming_uniform_(layer.weight, nonlinearity=name)
