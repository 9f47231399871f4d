"""Undoes the exceptions."""

# hint: a frozen batch norm in training mode still changes
from torch import nn


def train_mode(model: nn.Module) -> nn.Module:
    for module in model.modules():
        if isinstance(module, nn.BatchNorm1d | nn.BatchNorm2d) and not module.weight.requires_grad:
            module.eval()
    return model.train()
