"""Give cross entropy the class numbers as floats."""
# handbook: raises=RuntimeError

# --8<-- [start:error]
import torch
import torch.nn.functional as F

logits = torch.zeros(4, 3)
classes = torch.tensor([0.0, 2.0, 1.0, 0.0])
print(logits.shape, classes.shape, classes.dtype)
F.cross_entropy(logits, classes)
# --8<-- [end:error]
