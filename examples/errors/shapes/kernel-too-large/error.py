"""Halve a small image until no kernel fits any more."""
# handbook: raises=RuntimeError

# --8<-- [start:error]
import torch
from torch import nn

layers = []
for _ in range(3):
    layers += [nn.Conv2d(1, 1, 3), nn.MaxPool2d(2)]
x = torch.zeros(1, 1, 16, 16)
for layer in layers:
    print(*x.shape[2:], end=" -> ", flush=True)
    x = layer(x)
# --8<-- [end:error]
