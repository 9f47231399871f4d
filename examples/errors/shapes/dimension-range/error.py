"""Take the softmax along an axis that a single example does not have."""
# handbook: raises=IndexError

# --8<-- [start:error]
import torch

logits = torch.tensor([2.0, 1.0, 0.0])
print(logits.shape)
logits.softmax(dim=1)
# --8<-- [end:error]
