"""Ask whether they are different."""

# --8<-- [start:fix]
import torch

predicted = torch.tensor([True, False, True])
wanted = torch.tensor([True, True, True])
print((predicted != wanted).sum())
# --8<-- [end:fix]
