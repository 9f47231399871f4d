"""Make a tensor from a list of tensors."""
# handbook: raises=ValueError

# --8<-- [start:error]
import torch

rows = [torch.zeros(3), torch.ones(3)]
print(len(rows), rows[0].shape)
torch.tensor(rows)
# --8<-- [end:error]
