"""Scale a matrix with the operator for matrices."""
# handbook: raises=RuntimeError

# --8<-- [start:error]
import torch

scale = torch.tensor(2.0)
weight = torch.ones(2, 2)
print(scale.shape, weight.shape)
scale @ weight
# --8<-- [end:error]
