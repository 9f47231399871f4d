"""Returns the model alone."""

# hint: return two values
from torch import nn


def model_and_epochs() -> nn.Module:
    return nn.Sequential(nn.Flatten(), nn.Linear(64, 40), nn.ReLU(), nn.Linear(40, 10))
