"""Give a convolution an image whose channels come last."""
# handbook: raises=RuntimeError

# --8<-- [start:error]
import torch
from torch import nn

image = torch.zeros(1, 28, 28, 3)
layer = nn.Conv2d(in_channels=3, out_channels=8, kernel_size=3)
print(image.shape)
layer(image)
# --8<-- [end:error]
