"""Flatten a batch of feature maps with a typed size."""
# handbook: raises=ValueError

# --8<-- [start:error]
import torch
from torch.nn import functional as F

features, labels = torch.zeros(4, 8, 5, 5), torch.zeros(4, dtype=torch.int64)
rows = features.view(-1, 100)
print(rows.shape, labels.shape)
F.cross_entropy(rows, labels)
# --8<-- [end:error]
