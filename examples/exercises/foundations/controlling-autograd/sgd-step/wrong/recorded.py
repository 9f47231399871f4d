"""Lets autograd record the update."""

# hint: update under torch.no_grad()
from collections.abc import Iterable

import torch


def sgd_step(parameters: Iterable[torch.Tensor], lr: float, weight_decay: float) -> None:
    for p in parameters:
        if p.grad is not None:
            p *= 1 - lr * weight_decay
            p -= lr * p.grad
