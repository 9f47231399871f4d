"""Give the rows an axis of their own."""

# --8<-- [start:fix]
import torch

table = torch.arange(12).reshape(4, 3)
rows, columns = torch.tensor([0, 1, 3]), torch.tensor([0, 2])
print(table[rows[:, None], columns])
# --8<-- [end:fix]
