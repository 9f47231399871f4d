"""Puts a layer behind the old one."""

# hint: replace the layer
from torch import nn


def new_head(model: nn.Module, classes: int) -> list[nn.Parameter]:
    model.requires_grad_(False)
    model.fc = nn.Sequential(model.fc, nn.Linear(model.fc.out_features, classes))
    return list(model.fc[1].parameters())
