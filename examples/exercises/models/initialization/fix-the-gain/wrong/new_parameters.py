"""Replaces the parameters."""

# hint: in place
from torch import nn


import torch


def initialise(model: nn.Sequential) -> None:
    for layer, after in zip(model, [*model[1:], None]):
        if isinstance(layer, nn.Linear):
            gain = 2**0.5 if isinstance(after, nn.ReLU) else 5 / 3 if isinstance(after, nn.Tanh) else 1.0
            layer.weight = nn.Parameter(gain * torch.randn(layer.weight.shape) / layer.in_features**0.5)
            if layer.bias is not None:
                nn.init.zeros_(layer.bias)
