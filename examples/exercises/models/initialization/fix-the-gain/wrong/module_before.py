"""Looks at the module before the layer."""

# hint: the module right after this layer
from torch import nn


def initialise(model: nn.Sequential) -> None:
    for before, layer in zip([None, *model], model):
        if isinstance(layer, nn.Linear):
            name = "relu" if isinstance(before, nn.ReLU) else "tanh" if isinstance(before, nn.Tanh) else "linear"
            nn.init.kaiming_normal_(layer.weight, nonlinearity=name)
            if layer.bias is not None:
                nn.init.zeros_(layer.bias)
