"""Normalise three features with a layer made for four."""
# handbook: raises=RuntimeError

# --8<-- [start:error]
import torch
from torch import nn

features = torch.zeros(8, 3)
layer = nn.BatchNorm1d(4)
print(features.shape, layer.num_features)
layer(features)
# --8<-- [end:error]
