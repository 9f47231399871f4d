"""Load an optimizer's state into the optimizer of a larger model."""
# handbook: raises=ValueError

# --8<-- [start:error]
import torch
from torch import nn

small, large = nn.Linear(4, 2), nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 2))
saved = torch.optim.Adam(small.parameters()).state_dict()
optimizer = torch.optim.Adam(large.parameters())
for state in (saved, optimizer.state_dict()):
    print(state["param_groups"][0]["params"])
optimizer.load_state_dict(saved)
# --8<-- [end:error]
