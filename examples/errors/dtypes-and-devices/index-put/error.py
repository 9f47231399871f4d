"""Write integers into a tensor of floats, by a tensor of indices."""
# handbook: raises=RuntimeError

# --8<-- [start:error]
import torch

scores = torch.zeros(4)
places, values = torch.tensor([0, 2]), torch.tensor([7, 9])
print(scores.dtype, values.dtype)
scores[places] = values
# --8<-- [end:error]
