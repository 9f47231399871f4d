"""Counts in a Python number and keeps a copy for the state_dict."""

# hint: a loaded WarmUp after 4 calls
import torch
from torch import nn


class WarmUp(nn.Module):
    def __init__(self, steps: int):
        super().__init__()
        self.steps = steps
        self.register_buffer("saved", torch.tensor(0))
        self.calls = 0

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.calls += 1
        self.saved.fill_(self.calls)
        return x * min(1.0, self.calls / self.steps)
