"""Feed square images to a layer that expects rows of pixels."""
# handbook: raises=RuntimeError

# --8<-- [start:error]
import torch
from torch import nn

images = torch.zeros(32, 28, 28)
layer = nn.Linear(784, 10)
print(images.shape, layer.in_features)
layer(images)
# --8<-- [end:error]
