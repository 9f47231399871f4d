"""Feed a batch of one grey image as height and width only."""
# handbook: raises=RuntimeError

# --8<-- [start:error]
import torch
from torch import nn

image = torch.zeros(28, 28)
print(image.shape)
nn.Conv2d(1, 8, kernel_size=3)(image)
# --8<-- [end:error]
