"""Predict one example in training mode."""
# handbook: raises=ValueError

# --8<-- [start:error]
import torch
from torch import nn

model = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4))
print(model.training)
model(torch.zeros(1, 3))
# --8<-- [end:error]
