"""Take rows by positions that were computed as floats."""
# handbook: raises=IndexError

# --8<-- [start:error]
import torch

table = torch.arange(6).reshape(3, 2)
rows = torch.tensor([0.0, 2.0])
print(rows.dtype)
table[rows]
# --8<-- [end:error]
