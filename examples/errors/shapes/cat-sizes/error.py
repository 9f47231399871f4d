"""Join two tables along their rows."""
# handbook: raises=RuntimeError

# --8<-- [start:error]
import torch

numbers = torch.zeros(4, 3)
categories = torch.zeros(4, 2)
print(numbers.shape, categories.shape)
torch.cat([numbers, categories])
# --8<-- [end:error]
