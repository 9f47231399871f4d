"""Multiply batches of matrices of different dtypes."""
# handbook: raises=RuntimeError

# --8<-- [start:error]
import torch

queries = torch.zeros(2, 4, 3)
keys = torch.zeros(2, 3, 4, dtype=torch.float64)
print(queries.dtype, keys.dtype)
torch.bmm(queries, keys)
# --8<-- [end:error]
