"""Finds only the layers on the first level."""

# hint: at any depth
import torch
from torch import nn


def most_saturated(model: nn.Module, inputs: torch.Tensor) -> tuple[str, float]:
    shares, x = {}, inputs
    with torch.no_grad():
        for name, part in model.named_children():
            x = part(x)
            if isinstance(part, nn.Tanh):
                shares[name] = (x.abs() > 0.97).float().mean().item()
    worst = max(shares, key=shares.get)
    return worst, shares[worst]
