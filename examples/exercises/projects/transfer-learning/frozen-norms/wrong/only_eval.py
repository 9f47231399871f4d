"""Puts everything in eval mode."""

# hint: dropout does nothing in eval mode
from torch import nn


def train_mode(model: nn.Module) -> nn.Module:
    return model.eval()
