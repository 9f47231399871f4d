"""Take the width from the layer before it."""

# --8<-- [start:fix]
import torch
from torch import nn

before = nn.Linear(5, 3)
layer = nn.BatchNorm1d(before.out_features)
print(layer(before(torch.zeros(8, 5))).shape)
# --8<-- [end:fix]
