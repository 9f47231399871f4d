"""Looks at every module, and a linear layer has larger numbers than a tanh."""

# hint: the outputs of each nn.Tanh
import torch
from torch import nn


def most_saturated(model: nn.Module, inputs: torch.Tensor) -> tuple[str, float]:
    shares, handles = {}, []
    for name, part in model.named_modules():
        handles.append(
            part.register_forward_hook(
                lambda m, i, output, name=name: shares.update({name: (output.abs() > 0.97).float().mean().item()})
            )
        )
    model(inputs)
    for handle in handles:
        handle.remove()
    worst = max(shares, key=shares.get)
    return worst, shares[worst]
