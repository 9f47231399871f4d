"""A velocity for each parameter, changed in place and without a graph."""

from collections.abc import Iterable

import torch


class MomentumSGD:
    def __init__(
        self,
        parameters: Iterable[torch.Tensor],
        lr: float,
        momentum: float = 0.9,
        weight_decay: float = 0.0,
    ) -> None:
        self.parameters = list(parameters)
        self.lr, self.momentum, self.weight_decay = lr, momentum, weight_decay
        self.velocities = [torch.zeros_like(parameter) for parameter in self.parameters]

    def zero_grad(self) -> None:
        for parameter in self.parameters:
            parameter.grad = None

    @torch.no_grad()
    def step(self) -> None:
        for parameter, velocity in zip(self.parameters, self.velocities):
            if parameter.grad is None:
                continue
            gradient = parameter.grad + self.weight_decay * parameter
            velocity.mul_(self.momentum).add_(gradient)
            parameter -= self.lr * velocity
