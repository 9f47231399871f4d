"""Repair a module whose list hides its layers."""

import torch
from torch import nn


class Stack(nn.Module):
    """depth layers of one width: in each, x becomes x + relu(layer(x)).

    The answer of forward is right already, but an optimizer would find nothing to
    train. Change as little as you need.
    """

    def __init__(self, width: int, depth: int) -> None:
        super().__init__()
        self.layers = [nn.Linear(width, width) for _ in range(depth)]

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for layer in self.layers:
            x = x + torch.relu(layer(x))
        return x
