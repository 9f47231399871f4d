"""Remove the axis of size 1."""

# --8<-- [start:fix]
import torch
import torch.nn.functional as F

logits = torch.zeros(4, 3)
classes = torch.tensor([[0], [2], [1], [0]]).squeeze(dim=1)
print(classes.shape, F.cross_entropy(logits, classes))
# --8<-- [end:fix]
