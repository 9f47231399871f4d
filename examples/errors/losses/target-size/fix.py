"""Remove the last axis of the logits."""

# --8<-- [start:fix]
import torch
from torch import nn

logits = nn.Linear(2, 1)(torch.zeros(4, 2)).squeeze(dim=1)
targets = torch.tensor([0.0, 1.0, 1.0, 0.0])
print(logits.shape, targets.shape)
print(nn.functional.binary_cross_entropy_with_logits(logits, targets).shape)
# --8<-- [end:fix]
