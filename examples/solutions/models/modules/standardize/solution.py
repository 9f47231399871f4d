"""Two buffers and two parameters."""

import torch
from torch import nn


class Standardize(nn.Module):
    mean: torch.Tensor
    std: torch.Tensor

    def __init__(self, data: torch.Tensor) -> None:
        super().__init__()
        self.register_buffer("mean", data.mean(dim=0))
        self.register_buffer("std", data.std(dim=0))
        self.gain = nn.Parameter(torch.ones(data.shape[1]))
        self.shift = nn.Parameter(torch.zeros(data.shape[1]))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return (x - self.mean) / self.std * self.gain + self.shift
