"""Let a model learn eight examples by heart."""

# --8<-- [start:tell]
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
inputs = torch.randn(8, 4)
targets = torch.full((8, 1), -1.0)
for last in (nn.ReLU(), nn.Identity()):
    model = nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Linear(32, 1), last)
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
    for _ in range(200):
        optimizer.zero_grad()
        loss = F.mse_loss(model(inputs), targets)
        loss.backward()
        optimizer.step()
    print(f"{type(last).__name__:8} loss {loss.item():.1f}")
# --8<-- [end:tell]
