"""More parameters than allowed."""

# hint: make the hidden layer narrower
from torch import nn


def model_and_epochs() -> tuple[nn.Module, int]:
    return nn.Sequential(nn.Flatten(), nn.Linear(64, 128), nn.ReLU(), nn.Linear(128, 10)), 20
