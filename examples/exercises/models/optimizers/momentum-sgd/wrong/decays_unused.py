# hint: this parameter has no gradient: skip it
import torch


class MomentumSGD:
    def __init__(self, parameters, lr, momentum=0.9, weight_decay=0.0):
        self.parameters = list(parameters)
        self.lr, self.momentum, self.weight_decay = lr, momentum, weight_decay
        self.velocities = [torch.zeros_like(parameter) for parameter in self.parameters]

    def zero_grad(self):
        for parameter in self.parameters:
            parameter.grad = None

    @torch.no_grad()
    def step(self):
        for parameter, velocity in zip(self.parameters, self.velocities):
            gradient = torch.zeros_like(parameter) if parameter.grad is None else parameter.grad
            velocity.mul_(self.momentum).add_(gradient + self.weight_decay * parameter)
            parameter -= self.lr * velocity
