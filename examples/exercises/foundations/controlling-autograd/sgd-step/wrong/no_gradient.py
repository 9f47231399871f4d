"""Expects a gradient everywhere."""

# hint: skip a parameter whose .grad is None
from collections.abc import Iterable

import torch


@torch.no_grad()
def sgd_step(parameters: Iterable[torch.Tensor], lr: float, weight_decay: float) -> None:
    for p in parameters:
        p *= 1 - lr * weight_decay
        p -= lr * p.grad
