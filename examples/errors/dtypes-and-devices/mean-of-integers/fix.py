"""Say that the mean is a float."""

# --8<-- [start:fix]
import torch

ages = torch.tensor([31, 42, 29])
print(ages.mean(dtype=torch.float32))
# --8<-- [end:fix]
