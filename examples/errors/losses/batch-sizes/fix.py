"""Keep the batch axis."""

# --8<-- [start:fix]
import torch
from torch.nn import functional as F

features, labels = torch.zeros(4, 8, 5, 5), torch.zeros(4, dtype=torch.int64)
rows = features.flatten(start_dim=1)
print(rows.shape, F.cross_entropy(rows, labels).shape)
# --8<-- [end:fix]
