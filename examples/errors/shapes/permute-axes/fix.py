"""Name the one axis that moves."""

# --8<-- [start:fix]
import torch

images = torch.zeros(8, 32, 48, 3)
print(images.permute(0, 3, 1, 2).shape)
print(images.movedim(-1, -3).shape, images[0].movedim(-1, -3).shape)
# --8<-- [end:fix]
