"""Give cross entropy one-hot targets, which are integers."""
# handbook: raises=RuntimeError

# --8<-- [start:error]
import torch
import torch.nn.functional as F

logits = torch.zeros(4, 3)
targets = F.one_hot(torch.tensor([0, 2, 1, 0]), num_classes=3)
print(logits.shape, targets.shape, targets.dtype)
F.cross_entropy(logits, targets)
# --8<-- [end:error]
