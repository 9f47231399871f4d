"""Make them integers."""

# --8<-- [start:fix]
import torch

table = torch.arange(6).reshape(3, 2)
rows = torch.tensor([0.0, 2.0])
print(table[rows.long()])
# --8<-- [end:fix]
