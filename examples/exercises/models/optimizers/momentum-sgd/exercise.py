"""Write SGD with momentum and weight decay; its steps are those of torch.optim.SGD."""

from collections.abc import Iterable

import torch


class MomentumSGD:
    """SGD with momentum.

    In each step, for each parameter w that has a gradient:

        gradient = w.grad + weight_decay * w
        velocity = momentum * velocity + gradient      (0 before the first step)
        w        = w - lr * velocity

    A step leaves w.grad as it is.
    """

    def __init__(
        self,
        parameters: Iterable[torch.Tensor],
        lr: float,
        momentum: float = 0.9,
        weight_decay: float = 0.0,
    ) -> None:
        pass

    def zero_grad(self) -> None:
        """Set the gradient of each parameter to None."""

    def step(self) -> None:
        """Move each parameter."""
