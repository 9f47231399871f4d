"""Keep layers in a plain list."""
# handbook: raises=ValueError

# --8<-- [start:error]
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layers = [nn.Linear(2, 8), nn.Linear(8, 1)]


model = Net()
print(list(model.parameters()))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
# --8<-- [end:error]
