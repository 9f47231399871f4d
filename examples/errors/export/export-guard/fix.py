"""Say which axis may have another size."""

# --8<-- [start:fix]
import torch
from torch import nn

batch = torch.export.Dim.DYNAMIC
example = torch.zeros(8, 3)
program = torch.export.export(nn.Linear(3, 2), (example,), dynamic_shapes=({0: batch},))
print(program.module()(torch.zeros(5, 3)).shape)
# --8<-- [end:fix]
