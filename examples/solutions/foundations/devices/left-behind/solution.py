"""Run it after module.to("meta") to find what would stay behind on a GPU."""

import torch
from torch import nn


def left_behind(module: nn.Module, device: torch.device) -> list[str]:
    names = []
    for path, m in module.named_modules():
        tensors = {n: v for n, v in vars(m).items() if isinstance(v, torch.Tensor)}
        tensors |= dict(m.named_parameters(recurse=False))
        tensors |= dict(m.named_buffers(recurse=False))
        for name, tensor in tensors.items():
            if tensor.device.type != device.type:
                names.append(f"{path}.{name}" if path else name)
    return sorted(names)
