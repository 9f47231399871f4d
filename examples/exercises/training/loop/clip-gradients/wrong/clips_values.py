"""Cuts each element on its own, which turns the gradient."""

# hint: clip_grad_value_ cuts each element on its own
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
    optimizer.zero_grad()
    loss = loss_function(model(inputs), targets)
    loss.backward()
    norm = nn.utils.get_total_norm([parameter.grad for parameter in model.parameters()])
    nn.utils.clip_grad_value_(model.parameters(), max_norm)
    optimizer.step()
    return norm.item()
