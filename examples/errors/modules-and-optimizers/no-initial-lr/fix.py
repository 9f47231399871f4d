"""Make the schedule for both groups."""

# --8<-- [start:fix]
import torch
from torch import nn
from torch.optim.lr_scheduler import OneCycleLR

body, head = nn.Linear(4, 4), nn.Linear(4, 2)
groups = [{"params": body.parameters()}, {"params": head.parameters()}]
optimizer = torch.optim.AdamW(groups)
scheduler = OneCycleLR(optimizer, max_lr=[0.001, 0.01], total_steps=10)
optimizer.step()
scheduler.step()
print([round(group["lr"], 5) for group in optimizer.param_groups])
# --8<-- [end:fix]
