"""Save and load the weights only."""

# --8<-- [start:fix]
import torch
from torch import nn

model = nn.Linear(2, 1)
torch.save(model.state_dict(), "weights.pt")
loaded = nn.Linear(2, 1)
print(loaded.load_state_dict(torch.load("weights.pt")))
print(torch.equal(loaded.weight, model.weight))
# --8<-- [end:fix]
