"""Looks at plain attributes only."""

# hint: parameters and buffers count
import torch
from torch import nn


def left_behind(module: nn.Module, device: torch.device) -> list[str]:
    names = []
    for path, m in module.named_modules():
        for name, value in vars(m).items():
            if isinstance(value, torch.Tensor) and value.device.type != device.type:
                names.append(f"{path}.{name}" if path else name)
    return sorted(names)
