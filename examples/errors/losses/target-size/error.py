"""Compare a column of logits with a flat list of targets."""
# handbook: raises=ValueError

# --8<-- [start:error]
import torch
from torch import nn

logits = nn.Linear(2, 1)(torch.zeros(4, 2))
targets = torch.tensor([0.0, 1.0, 1.0, 0.0])
print(logits.shape, targets.shape)
nn.functional.binary_cross_entropy_with_logits(logits, targets)
# --8<-- [end:error]
