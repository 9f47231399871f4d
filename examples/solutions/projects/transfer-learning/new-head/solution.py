"""Freeze first: a layer that comes later requires gradients."""

from torch import nn


def new_head(model: nn.Module, classes: int) -> list[nn.Parameter]:
    model.requires_grad_(False)
    model.fc = nn.Linear(model.fc.in_features, classes)
    return [parameter for parameter in model.parameters() if parameter.requires_grad]
