"""Puts everything in training mode."""

# hint: a frozen batch norm in training mode still changes
from torch import nn


def train_mode(model: nn.Module) -> nn.Module:
    return model.train()
