"""Keep the result without its history."""

# --8<-- [start:fix]
import copy

import torch
from torch import nn

model = nn.Linear(2, 1)
model.last = model(torch.ones(1, 2)).detach()
twin = copy.deepcopy(model)
print(torch.equal(twin.weight, model.weight))
# --8<-- [end:fix]
