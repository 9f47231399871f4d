"""Saves its Python number, which the guards hold all the same."""

# hint: count in a buffer
import torch
from torch import nn


class WarmUp(nn.Module):
    def __init__(self, steps: int):
        super().__init__()
        self.steps = steps
        self.calls = 0

    def get_extra_state(self) -> int:
        return self.calls

    def set_extra_state(self, state: int) -> None:
        self.calls = state

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.calls += 1
        return x * min(1.0, self.calls / self.steps)
