"""Bring both to float32."""

# --8<-- [start:fix]
import torch

queries = torch.zeros(2, 4, 3)
keys = torch.zeros(2, 3, 4, dtype=torch.float64)
print(torch.bmm(queries, keys.float()).dtype)
# --8<-- [end:fix]
