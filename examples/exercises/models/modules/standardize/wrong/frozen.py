# hint: gain must get a gradient
import torch
from torch import nn


class Standardize(nn.Module):
    def __init__(self, data: torch.Tensor) -> None:
        super().__init__()
        self.mean = nn.Buffer(data.mean(dim=0))
        self.std = nn.Buffer(data.std(dim=0))
        self.gain = nn.Parameter(torch.ones(data.shape[1]), requires_grad=False)
        self.shift = nn.Parameter(torch.zeros(data.shape[1]))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return (x - self.mean) / self.std * self.gain + self.shift
