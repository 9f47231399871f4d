"""Write labels that count from 1 as rows of zeros and a one."""
# handbook: raises=RuntimeError

# --8<-- [start:error]
import torch
from torch.nn import functional as F

labels = torch.tensor([1, 2, 3])
print(labels.min(), labels.max())
F.one_hot(labels, num_classes=3)
# --8<-- [end:error]
