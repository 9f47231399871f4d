"""Adds to the gradients that were there."""

# hint: a gradient from before the call was added
from collections.abc import Callable

import torch
from torch import nn


def clipped_step(
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    loss_function: Callable[[torch.Tensor, torch.Tensor], torch.Tensor],
    inputs: torch.Tensor,
    targets: torch.Tensor,
    max_norm: float,
) -> float:
    loss = loss_function(model(inputs), targets)
    loss.backward()
    norm = nn.utils.clip_grad_norm_(model.parameters(), max_norm)
    optimizer.step()
    return norm.item()
