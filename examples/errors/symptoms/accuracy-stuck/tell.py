"""List the parameters that change in one step."""

# --8<-- [start:tell]
import torch
from torch import nn
from torch.nn import functional as F

model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
model[2] = nn.Linear(8, 3)

inputs, labels = torch.randn(16, 4), torch.arange(16) % 3
before = {name: p.detach().clone() for name, p in model.named_parameters()}
F.cross_entropy(model(inputs), labels).backward()
optimizer.step()
for name, p in model.named_parameters():
    print(name, "stays" if torch.equal(p, before[name]) else "changes")
# --8<-- [end:tell]
