"""Does not look inside."""

# hint: look into the modules inside
import torch
from torch import nn


def left_behind(module: nn.Module, device: torch.device) -> list[str]:
    tensors = {name: value for name, value in vars(module).items() if isinstance(value, torch.Tensor)}
    tensors |= module.state_dict()
    return sorted(name for name, tensor in tensors.items() if tensor.device.type != device.type)
