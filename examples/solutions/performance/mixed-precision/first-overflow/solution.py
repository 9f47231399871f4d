"""A hook on each module notes its name, in the order in which they run."""

from functools import partial

import torch
from torch import nn


def first_overflow(
    model: nn.Module, inputs: torch.Tensor, dtype: torch.dtype
) -> str | None:
    found, lower = [], dtype is not torch.float32

    def look(name: str, module: nn.Module, args: tuple, output: torch.Tensor) -> None:
        if not torch.isfinite(output).all():
            found.append(name)

    hooks = []
    for name, module in model.named_modules():
        if not list(module.children()):
            hooks.append(module.register_forward_hook(partial(look, name)))
    try:
        with torch.no_grad(), torch.autocast(inputs.device.type, dtype, enabled=lower):
            model(inputs)
    finally:
        for hook in hooks:
            hook.remove()
    return found[0] if found else None
