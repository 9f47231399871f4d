"""Load a file that holds a whole model."""
# handbook: raises=UnpicklingError

# --8<-- [start:error]
import torch
from torch import nn

model = nn.Linear(2, 1)
torch.save(model, "model.pt")
print(type(model))
torch.load("model.pt")
# --8<-- [end:error]
