"""A hook on each module notes its name, in the order in which they run."""

import torch
from torch import nn


def first_overflow(
    model: nn.Module, inputs: torch.Tensor, dtype: torch.dtype
) -> str | None:
    found = []

    def look(name: str, output: torch.Tensor) -> None:
        if not torch.isfinite(output).all():
            found.append(name)

    hooks = []
    for name, module in model.named_modules():
        if not list(module.children()):
            hooks.append(
                module.register_forward_hook(
                    lambda module, args, output, name=name: look(name, output)
                )
            )
    try:
        with (
            torch.no_grad(),
            torch.autocast(
                inputs.device.type, dtype=dtype, enabled=dtype is not torch.float32
            ),
        ):
            model(inputs)
    finally:
        for hook in hooks:
            hook.remove()
    return found[0] if found else None
