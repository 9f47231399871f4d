"""Join them along their columns."""

# --8<-- [start:fix]
import torch

numbers = torch.zeros(4, 3)
categories = torch.zeros(4, 2)
print(torch.cat([numbers, categories], dim=1).shape)
# --8<-- [end:fix]
