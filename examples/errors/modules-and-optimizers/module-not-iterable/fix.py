"""Hand over its parameters."""

# --8<-- [start:fix]
import torch
from torch import nn

model = nn.Linear(2, 1)
optimizer = torch.optim.AdamW(model.parameters())
print(sum(len(group["params"]) for group in optimizer.param_groups))
# --8<-- [end:fix]
