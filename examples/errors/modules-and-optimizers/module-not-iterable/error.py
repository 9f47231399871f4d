"""Hand a model to an optimizer."""
# handbook: raises=TypeError

# --8<-- [start:error]
import torch
from torch import nn

model = nn.Linear(2, 1)
print(type(model).__name__)
torch.optim.AdamW(model)
# --8<-- [end:error]
