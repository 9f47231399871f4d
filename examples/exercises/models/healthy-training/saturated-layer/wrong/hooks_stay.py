"""Leaves its hooks on the model."""

# hint: call remove()
import torch
from torch import nn


def most_saturated(model: nn.Module, inputs: torch.Tensor) -> tuple[str, float]:
    shares = {}
    for name, part in model.named_modules():
        if isinstance(part, nn.Tanh):
            part.register_forward_hook(
                lambda m, i, output, name=name: shares.update({name: (output.abs() > 0.97).float().mean().item()})
            )
    model(inputs)
    worst = max(shares, key=shares.get)
    return worst, shares[worst]
