"""Call the shape."""
# handbook: raises=TypeError

# --8<-- [start:error]
import torch

images = torch.zeros(8, 3, 32, 48)
print(type(images.shape), type(images.size))
images.shape(0)
# --8<-- [end:error]
