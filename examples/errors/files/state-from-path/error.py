"""Hand the name of the file to the model."""
# handbook: raises=TypeError

# --8<-- [start:error]
import torch
from torch import nn

torch.save(nn.Linear(2, 1).state_dict(), "weights.pt")
model = nn.Linear(2, 1)
print(list(model.state_dict()))
model.load_state_dict("weights.pt")
# --8<-- [end:error]
