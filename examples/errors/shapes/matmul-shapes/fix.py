"""Flatten each image to one row of pixels."""

# --8<-- [start:fix]
import torch
from torch import nn

images = torch.zeros(32, 28, 28)
layer = nn.Linear(784, 10)
print(layer(images.flatten(start_dim=1)).shape)
# --8<-- [end:fix]
