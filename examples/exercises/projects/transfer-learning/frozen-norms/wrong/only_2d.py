"""Knows the batch norms of images only."""

# hint: look for nn.BatchNorm1d as well
from torch import nn


def train_mode(model: nn.Module) -> nn.Module:
    model.train()
    for module in model.modules():
        if isinstance(module, nn.BatchNorm2d) and not module.weight.requires_grad:
            module.eval()
    return model
