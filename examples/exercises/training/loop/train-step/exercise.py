"""Write one step of training."""

from collections.abc import Callable

import torch
from torch import nn


def train_step(
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    loss_function: Callable[[torch.Tensor, torch.Tensor], torch.Tensor],
    inputs: torch.Tensor,
    targets: torch.Tensor,
) -> float:
    """Move the parameters once, by the gradient of this batch alone.

    Return the loss as a Python float. The loss is loss_function(model(inputs),
    targets). The model is to be in training mode, whatever mode it was in. Gradients
    that something else left behind before the call must not count.
    """
