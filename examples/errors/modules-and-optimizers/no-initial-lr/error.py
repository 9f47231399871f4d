"""Add a group after the schedule was made."""
# handbook: raises=KeyError

# --8<-- [start:error]
import torch
from torch import nn
from torch.optim.lr_scheduler import OneCycleLR

body, head = nn.Linear(4, 4), nn.Linear(4, 2)
optimizer = torch.optim.AdamW(body.parameters())
scheduler = OneCycleLR(optimizer, max_lr=0.01, total_steps=10)
optimizer.add_param_group({"params": head.parameters()})
print(["initial_lr" in group for group in optimizer.param_groups])
optimizer.step()
scheduler.step()
# --8<-- [end:error]
