"""Number three classes from 1 instead of 0."""
# handbook: raises=IndexError

# --8<-- [start:error]
import torch
import torch.nn.functional as F

logits = torch.zeros(4, 3)
classes = torch.tensor([1, 3, 2, 1])
print(classes.min().item(), classes.max().item(), logits.shape[1])
F.cross_entropy(logits, classes)
# --8<-- [end:error]
