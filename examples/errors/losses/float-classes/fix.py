"""Give cross entropy the class numbers as int64."""

# --8<-- [start:fix]
import torch
import torch.nn.functional as F

logits = torch.zeros(4, 3)
classes = torch.tensor([0.0, 2.0, 1.0, 0.0]).long()
print(F.cross_entropy(logits, classes))
# --8<-- [end:fix]
