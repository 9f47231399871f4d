"""Subtract the mean of each row from a table."""
# handbook: raises=RuntimeError

# --8<-- [start:error]
import torch

table = torch.arange(12.0).reshape(4, 3)
means = table.mean(dim=1)
print(table.shape, means.shape)
centred = table - means
# --8<-- [end:error]
