"""The same as torch.optim.SGD(parameters, lr, weight_decay=weight_decay).step()."""

from collections.abc import Iterable

import torch


@torch.no_grad()
def sgd_step(
    parameters: Iterable[torch.Tensor], lr: float, weight_decay: float
) -> None:
    for p in parameters:
        gradient = p.grad
        if gradient is not None:
            p *= 1 - lr * weight_decay
            p -= lr * gradient
