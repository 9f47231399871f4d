"""Move the channels of a batch as if it were one image."""
# handbook: raises=RuntimeError

# --8<-- [start:error]
import torch

images = torch.zeros(8, 32, 48, 3)
print(images.shape)
images.permute(2, 0, 1)
# --8<-- [end:error]
