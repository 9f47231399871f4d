"""The module after a layer names the gain."""

from torch import nn


def initialise(model: nn.Sequential) -> None:
    for layer, after in zip(model, [*model[1:], None]):
        if isinstance(layer, nn.Linear):
            name = (
                "relu"
                if isinstance(after, nn.ReLU)
                else "tanh"
                if isinstance(after, nn.Tanh)
                else "linear"
            )
            nn.init.kaiming_normal_(layer.weight, nonlinearity=name)
            if layer.bias is not None:
                nn.init.zeros_(layer.bias)
