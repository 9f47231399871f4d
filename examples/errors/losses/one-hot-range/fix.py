"""Count from 0."""

# --8<-- [start:fix]
import torch
from torch.nn import functional as F

labels = torch.tensor([1, 2, 3])
print(F.one_hot(labels - 1, num_classes=3))
# --8<-- [end:fix]
