"""The count is data, like a weight: no guard looks at its value."""

import torch
from torch import nn


class WarmUp(nn.Module):
    def __init__(self, steps: int):
        super().__init__()
        self.steps = steps
        self.register_buffer("calls", torch.tensor(0))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.calls += 1
        return x * (self.calls / self.steps).clamp(max=1)
