"""Name the axes that you mean."""

# --8<-- [start:fix]
import torch

images = torch.zeros(8, 3, 32, 48)
height, width = images.shape[-2:]
print(height, width)
# --8<-- [end:fix]
