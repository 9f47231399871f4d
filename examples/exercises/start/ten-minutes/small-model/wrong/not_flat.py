"""Multiplies rows of 8 pixels instead of whole images."""

# hint: the layer nn.Flatten() turns (N, 8, 8) into (N, 64)
from torch import nn


def model_and_epochs() -> tuple[nn.Module, int]:
    return nn.Sequential(nn.Linear(8, 40), nn.ReLU(), nn.Linear(40, 10)), 20
