"""Look after backward."""

# --8<-- [start:fix]
import torch
from torch import nn

model = nn.Linear(2, 1)
model(torch.ones(3, 2)).sum().backward()
print(model.weight.grad.norm())
# --8<-- [end:fix]
