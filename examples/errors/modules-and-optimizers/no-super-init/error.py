"""Write a module that does not initialise its base class."""
# handbook: raises=AttributeError

# --8<-- [start:error]
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self) -> None:
        self.layer = nn.Linear(2, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.layer(x)


print(issubclass(Net, nn.Module))
Net()
# --8<-- [end:error]
