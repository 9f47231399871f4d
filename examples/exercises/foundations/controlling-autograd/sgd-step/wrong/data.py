"""Right numbers through .data, which autograd does not see."""

# hint: autograd did not count the change
from collections.abc import Iterable

import torch


def sgd_step(parameters: Iterable[torch.Tensor], lr: float, weight_decay: float) -> None:
    for p in parameters:
        if p.grad is not None:
            p.data.mul_(1 - lr * weight_decay).sub_(lr * p.grad)
