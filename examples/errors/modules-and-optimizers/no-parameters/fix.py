"""Keep layers in a ModuleList."""

# --8<-- [start:fix]
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(2, 8), nn.Linear(8, 1)])


model = Net()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
print([name for name, _ in model.named_parameters()])
# --8<-- [end:fix]
