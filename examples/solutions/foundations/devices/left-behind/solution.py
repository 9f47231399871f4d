"""Run it after module.to("meta") to find what would stay behind on a GPU."""

import torch
from torch import nn


def left_behind(module: nn.Module, device: torch.device) -> list[str]:
    names = []
    for path, m in module.named_modules():
        plain = {
            name: value
            for name, value in vars(m).items()
            if isinstance(value, torch.Tensor)
        }
        tensors = (
            plain
            | dict(m.named_parameters(recurse=False))
            | dict(m.named_buffers(recurse=False))
        )
        for name, tensor in tensors.items():
            if tensor.device.type != device.type:
                names.append(f"{path}.{name}" if path else name)
    return sorted(names)
