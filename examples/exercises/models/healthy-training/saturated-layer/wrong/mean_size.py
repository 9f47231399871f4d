"""Returns the mean size in place of the share."""

# hint: not a mean size
import torch
from torch import nn


def most_saturated(model: nn.Module, inputs: torch.Tensor) -> tuple[str, float]:
    sizes, shares, handles = {}, {}, []

    def hook_for(name):
        def hook(m, i, output):
            sizes[name] = output.abs().mean().item()
            shares[name] = (output.abs() > 0.97).float().mean().item()

        return hook

    for name, part in model.named_modules():
        if isinstance(part, nn.Tanh):
            handles.append(part.register_forward_hook(hook_for(name)))
    model(inputs)
    for handle in handles:
        handle.remove()
    worst = max(shares, key=shares.get)
    return worst, sizes[worst]
