"""Gives names without their path."""

# hint: give the whole path
import torch
from torch import nn


def left_behind(module: nn.Module, device: torch.device) -> list[str]:
    names = []
    for m in module.modules():
        plain = {name: value for name, value in vars(m).items() if isinstance(value, torch.Tensor)}
        tensors = plain | dict(m.named_parameters(recurse=False)) | dict(m.named_buffers(recurse=False))
        names += [name for name, tensor in tensors.items() if tensor.device.type != device.type]
    return sorted(names)
