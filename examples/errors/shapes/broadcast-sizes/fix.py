"""Keep the axis that the mean runs over."""

# --8<-- [start:fix]
import torch

table = torch.arange(12.0).reshape(4, 3)
means = table.mean(dim=1, keepdim=True)
print(means.shape)
print(table - means)
# --8<-- [end:fix]
