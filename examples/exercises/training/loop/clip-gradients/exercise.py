"""Write a step of training that clips the gradient."""

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
    """Move the parameters once, by a gradient of norm max_norm at most.

    Return the norm from before the clipping, as a Python float. The gradient of all
    parameters together counts as one vector: if it is longer than max_norm, it is
    scaled down to that length and keeps its direction; if it is shorter, it stays as it
    is. Gradients that something else left behind before the call must not count.
    """
