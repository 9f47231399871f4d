"""Number the classes from 0."""

# --8<-- [start:fix]
import torch
import torch.nn.functional as F

logits = torch.zeros(4, 3)
classes = torch.tensor([1, 3, 2, 1]) - 1
print(F.cross_entropy(logits, classes))
# --8<-- [end:fix]
