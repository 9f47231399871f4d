"""Returns the norm of the clipped gradient."""

# hint: return the norm from before the clipping
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
    nn.utils.clip_grad_norm_(model.parameters(), max_norm)
    norm = nn.utils.get_total_norm([parameter.grad for parameter in model.parameters()])
    optimizer.step()
    return norm.item()
