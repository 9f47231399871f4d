"""Looks at parameters only."""

# hint: a plain tensor attribute is found in vars(m)
import torch
from torch import nn


def left_behind(module: nn.Module, device: torch.device) -> list[str]:
    return sorted(name for name, p in module.named_parameters() if p.device.type != device.type)
