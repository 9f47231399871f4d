"""Convert the values to the dtype of the place."""

# --8<-- [start:fix]
import torch

scores = torch.zeros(4)
places, values = torch.tensor([0, 2]), torch.tensor([7, 9])
scores[places] = values.to(scores.dtype)
print(scores)
# --8<-- [end:fix]
