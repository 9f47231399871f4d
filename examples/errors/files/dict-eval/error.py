"""Load a checkpoint and use it as the model."""
# handbook: raises=AttributeError

# --8<-- [start:error]
import torch
from torch import nn

torch.save({"model": nn.Linear(2, 1).state_dict(), "epoch": 3}, "last.pt")
model = torch.load("last.pt")
print(list(model))
model.eval()
# --8<-- [end:error]
