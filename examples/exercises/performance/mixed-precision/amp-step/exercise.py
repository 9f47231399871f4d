"""Write a step of training that is right in float32, bfloat16 and float16."""

import torch
from torch import nn


def amp_step(
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    scaler: torch.amp.GradScaler,
    dtype: torch.dtype,
    inputs: torch.Tensor,
    targets: torch.Tensor,
    max_norm: float,
) -> float:
    """Move the parameters once by a clipped gradient, and return the loss.

    Return it as a Python float, not scaled. The loss is nn.functional.cross_entropy of
    the model's outputs. Run the model and the loss under autocast to dtype on the
    device of the inputs; if dtype is torch.float32, without autocast. Use the scaler,
    which may be disabled, for every dtype. The gradient that optimizer.step() finds has
    its true size, and a norm of max_norm at most.
    """
