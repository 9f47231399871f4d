"""Keep the size in the convolutions."""

# --8<-- [start:fix]
import torch
from torch import nn

layers = []
for _ in range(3):
    layers += [nn.Conv2d(1, 1, 3, padding=1), nn.MaxPool2d(2)]
x = torch.zeros(1, 1, 16, 16)
for layer in layers:
    x = layer(x)
print(x.shape)
# --8<-- [end:fix]
