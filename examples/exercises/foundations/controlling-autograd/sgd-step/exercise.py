"""Write a step of SGD with weight decay."""

from collections.abc import Iterable

import torch


def sgd_step(
    parameters: Iterable[torch.Tensor], lr: float, weight_decay: float
) -> None:
    """Change every parameter p in place to p * (1 - lr * weight_decay) - lr * p.grad.

    The parameters are leaves and stay the leaves that they were. A parameter whose
    .grad is None stays as it is. The gradients are not changed either. Autograd must be
    able to count the changes, so do not go through .data.
    """
