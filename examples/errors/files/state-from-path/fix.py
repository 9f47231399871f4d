"""Read the file first."""

# --8<-- [start:fix]
import torch
from torch import nn

torch.save(nn.Linear(2, 1).state_dict(), "weights.pt")
model = nn.Linear(2, 1)
print(model.load_state_dict(torch.load("weights.pt")))
# --8<-- [end:fix]
