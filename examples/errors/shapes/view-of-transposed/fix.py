"""Reshape, which copies where a view cannot be had."""

# --8<-- [start:fix]
import torch

table = torch.arange(6).reshape(2, 3)
print(table.T.reshape(6))
# --8<-- [end:fix]
