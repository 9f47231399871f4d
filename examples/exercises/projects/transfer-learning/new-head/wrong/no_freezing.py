"""Leaves the body as it is."""

# hint: the body still requires gradients
from torch import nn


def new_head(model: nn.Module, classes: int) -> list[nn.Parameter]:
    model.fc = nn.Linear(model.fc.in_features, classes)
    return list(model.fc.parameters())
