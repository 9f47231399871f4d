"""Takes plain SGD for weight decay."""

# hint: that is the step without weight decay
from collections.abc import Iterable

import torch


@torch.no_grad()
def sgd_step(parameters: Iterable[torch.Tensor], lr: float, weight_decay: float) -> None:
    for p in parameters:
        if p.grad is not None:
            p -= lr * p.grad
