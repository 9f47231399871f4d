"""Make the loss first, then call it."""

# --8<-- [start:fix]
import torch
from torch import nn

prediction = torch.tensor([1.0, 2.0])
target = torch.tensor([1.5, 1.0])
criterion = nn.MSELoss()
print(criterion(prediction, target))
# --8<-- [end:fix]
