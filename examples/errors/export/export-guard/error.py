"""Call an exported program with another batch size."""
# handbook: raises=AssertionError

# --8<-- [start:error]
import torch
from torch import nn

example = torch.zeros(8, 3)
program = torch.export.export(nn.Linear(3, 2), (example,))
print(program.graph_signature.user_inputs, example.shape)
program.module()(torch.zeros(5, 3))
# --8<-- [end:error]
