"""Counts after it has multiplied."""

# hint: call number n returns x * min(1, n / steps)
import torch
from torch import nn


class WarmUp(nn.Module):
    def __init__(self, steps: int):
        super().__init__()
        self.steps = steps
        self.register_buffer("calls", torch.tensor(0))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        scaled = x * (self.calls / self.steps).clamp(max=1)
        self.calls += 1
        return scaled
