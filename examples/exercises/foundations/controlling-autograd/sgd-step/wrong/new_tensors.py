"""Gives new tensors the name p."""

# hint: nothing has changed
from collections.abc import Iterable

import torch


def sgd_step(parameters: Iterable[torch.Tensor], lr: float, weight_decay: float) -> None:
    for p in parameters:
        if p.grad is not None:
            p = p * (1 - lr * weight_decay) - lr * p.grad
