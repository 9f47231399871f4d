"""Counts in a Python number."""

# hint: register_buffer puts a tensor into the state_dict
import torch
from torch import nn


class WarmUp(nn.Module):
    def __init__(self, steps: int):
        super().__init__()
        self.steps = steps
        self.calls = 0

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.calls += 1
        return x * min(1.0, self.calls / self.steps)
