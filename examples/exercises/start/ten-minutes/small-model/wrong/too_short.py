"""Stops while the loss still falls."""

# hint: the same model passes with more epochs
from torch import nn


def model_and_epochs() -> tuple[nn.Module, int]:
    return nn.Sequential(nn.Flatten(), nn.Linear(64, 40), nn.ReLU(), nn.Linear(40, 10)), 1
