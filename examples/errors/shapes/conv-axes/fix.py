"""Give the image its batch and channel axes."""

# --8<-- [start:fix]
import torch
from torch import nn

image = torch.zeros(28, 28)
print(nn.Conv2d(1, 8, kernel_size=3)(image[None, None]).shape)
# --8<-- [end:fix]
