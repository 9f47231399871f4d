"""Adds the decay to the gradient itself."""

# hint: leave it as it is
from collections.abc import Iterable

import torch


@torch.no_grad()
def sgd_step(parameters: Iterable[torch.Tensor], lr: float, weight_decay: float) -> None:
    for p in parameters:
        if p.grad is not None:
            p.grad += weight_decay * p
            p -= lr * p.grad
