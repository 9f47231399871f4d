"""The module after a layer names the gain."""

from torch import nn


NAMES = {nn.ReLU: "relu", nn.Tanh: "tanh"}


def initialise(model: nn.Sequential) -> None:
    for layer, after in zip(model, [*model[1:], None]):
        if isinstance(layer, nn.Linear):
            name = NAMES.get(type(after), "linear")
            nn.init.kaiming_normal_(layer.weight, nonlinearity=name)
            if layer.bias is not None:
                nn.init.zeros_(layer.bias)
