"""Decides in Python whether the count is below steps."""

# hint: clamp works on the tensor
import torch
from torch import nn


class WarmUp(nn.Module):
    def __init__(self, steps: int):
        super().__init__()
        self.steps = steps
        self.register_buffer("calls", torch.tensor(0))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.calls += 1
        if self.calls >= self.steps:
            return x
        return x * self.calls / self.steps
