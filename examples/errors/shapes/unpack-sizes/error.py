"""Read height and width off a batch of images."""
# handbook: raises=ValueError

# --8<-- [start:error]
import torch

images = torch.zeros(8, 3, 32, 48)
print(images.shape)
height, width = images.shape
# --8<-- [end:error]
