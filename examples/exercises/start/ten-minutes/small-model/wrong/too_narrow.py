"""Two numbers between the layers cannot tell ten digits apart."""

# hint: more epochs do not help this model; widen the hidden layer
from torch import nn


def model_and_epochs() -> tuple[nn.Module, int]:
    return nn.Sequential(nn.Flatten(), nn.Linear(64, 2), nn.ReLU(), nn.Linear(2, 10)), 10
