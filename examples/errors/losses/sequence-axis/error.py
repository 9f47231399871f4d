"""Give cross entropy a sequence of logits with the classes last."""
# handbook: raises=RuntimeError

# --8<-- [start:error]
import torch
from torch import nn

logits = torch.zeros(2, 5, 7)
targets = torch.zeros(2, 5, dtype=torch.int64)
print(logits.shape, targets.shape)
nn.functional.cross_entropy(logits, targets)
# --8<-- [end:error]
