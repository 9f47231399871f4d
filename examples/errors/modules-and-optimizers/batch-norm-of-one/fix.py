"""Predict in evaluation mode."""

# --8<-- [start:fix]
import torch
from torch import nn

model = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4))
model.eval()
print(model(torch.zeros(1, 3)).shape)
# --8<-- [end:fix]
