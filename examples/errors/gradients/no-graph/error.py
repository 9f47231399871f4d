"""Call backward on a loss that was computed without gradients."""
# handbook: raises=RuntimeError

# --8<-- [start:error]
import torch
from torch import nn

model = nn.Linear(2, 1)
with torch.no_grad():
    loss = model(torch.ones(1, 2)).sum()
print(loss.requires_grad)
loss.backward()
# --8<-- [end:error]
