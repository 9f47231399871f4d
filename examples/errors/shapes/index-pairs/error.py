"""Name three rows and two columns, and expect the table where they cross."""
# handbook: raises=IndexError

# --8<-- [start:error]
import torch

table = torch.arange(12).reshape(4, 3)
rows, columns = torch.tensor([0, 1, 3]), torch.tensor([0, 2])
print(rows.shape, columns.shape)
table[rows, columns]
# --8<-- [end:error]
