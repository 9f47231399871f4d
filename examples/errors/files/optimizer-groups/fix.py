"""Load it into an optimizer of the same parameters."""

# --8<-- [start:fix]
import torch
from torch import nn

model, again = nn.Linear(4, 2), nn.Linear(4, 2)
saved = torch.optim.Adam(model.parameters(), lr=0.5).state_dict()
optimizer = torch.optim.Adam(again.parameters())
optimizer.load_state_dict(saved)
print(optimizer.param_groups[0]["lr"])
# --8<-- [end:fix]
