"""Count the axis from the end."""

# --8<-- [start:fix]
import torch

logits = torch.tensor([2.0, 1.0, 0.0])
print(logits.softmax(dim=-1))
print(logits.repeat(2, 1).softmax(dim=-1).shape)
# --8<-- [end:fix]
