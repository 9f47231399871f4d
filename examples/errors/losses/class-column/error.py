"""Give cross entropy the class numbers as a column."""
# handbook: raises=RuntimeError

# --8<-- [start:error]
import torch
import torch.nn.functional as F

logits = torch.zeros(4, 3)
classes = torch.tensor([[0], [2], [1], [0]])
print(logits.shape, classes.shape)
F.cross_entropy(logits, classes)
# --8<-- [end:error]
