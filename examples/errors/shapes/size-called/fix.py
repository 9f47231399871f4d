"""Index the shape, or call size."""

# --8<-- [start:fix]
import torch

images = torch.zeros(8, 3, 32, 48)
print(images.shape[0], images.size(0), len(images))
# --8<-- [end:fix]
