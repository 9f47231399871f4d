"""Build the model, and load its weights."""

# --8<-- [start:fix]
import torch
from torch import nn

torch.save({"model": nn.Linear(2, 1).state_dict(), "epoch": 3}, "last.pt")
model = nn.Linear(2, 1)
model.load_state_dict(torch.load("last.pt")["model"])
print(model.eval())
# --8<-- [end:fix]
