"""The gradient is complete after backward, and step uses it: clip between them."""

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
    norm = nn.utils.clip_grad_norm_(model.parameters(), max_norm)
    optimizer.step()
    return norm.item()
