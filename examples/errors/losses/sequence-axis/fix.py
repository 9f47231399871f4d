"""Move the classes to the second axis."""

# --8<-- [start:fix]
import torch
from torch import nn

torch.manual_seed(0)
logits = torch.randn(2, 5, 7)
targets = torch.zeros(2, 5, dtype=torch.int64)
print(nn.functional.cross_entropy(logits.movedim(-1, 1), targets))
print(nn.functional.cross_entropy(logits.flatten(0, 1), targets.flatten()))
# --8<-- [end:fix]
