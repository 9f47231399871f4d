"""Move the channels to the second axis."""

# --8<-- [start:fix]
import torch
from torch import nn

image = torch.zeros(1, 28, 28, 3)
layer = nn.Conv2d(in_channels=3, out_channels=8, kernel_size=3)
print(layer(image.permute(0, 3, 1, 2)).shape)
# --8<-- [end:fix]
