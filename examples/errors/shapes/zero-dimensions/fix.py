"""Scale it with the operator for numbers."""

# --8<-- [start:fix]
import torch

scale = torch.tensor(2.0)
weight = torch.ones(2, 2)
print(scale * weight)
# --8<-- [end:fix]
