"""Initialise the base class first."""

# --8<-- [start:fix]
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(2, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.layer(x)


print(Net())
# --8<-- [end:fix]
