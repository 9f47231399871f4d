"""Take the mean of integers."""
# handbook: raises=NotImplementedError

# --8<-- [start:error]
import torch

ages = torch.tensor([31, 42, 29])
print(ages.dtype)
ages.mean()
# --8<-- [end:error]
