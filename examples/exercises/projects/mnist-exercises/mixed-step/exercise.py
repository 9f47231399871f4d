"""One training step in mixed precision."""

import torch
from torch import nn


def train_step(
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    scaler: torch.amp.GradScaler,
    images: torch.Tensor,
    labels: torch.Tensor,
    dtype: torch.dtype,
) -> torch.Tensor | None:
    """Update the model once and return the loss, detached and not scaled.

    The forward pass and the loss run under autocast with this dtype on the device of
    the images; the backward pass does not. Gradients are clipped to a norm of 1, with
    torch.nn.utils.clip_grad_norm_, before the step.
    """
