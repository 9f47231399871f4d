"""Compare the loss of the same data in both modes."""

# --8<-- [start:tell]
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
inputs = 5 + torch.randn(64, 4)
labels = (inputs[:, 0] > 5).long()
model = nn.Sequential(nn.BatchNorm1d(4, momentum=0.001), nn.Linear(4, 2))
optimizer = torch.optim.SGD(model.parameters(), lr=1.0)
for _ in range(50):
    optimizer.zero_grad()
    F.cross_entropy(model(inputs), labels).backward()
    optimizer.step()

with torch.no_grad():
    for mode in (False, True):
        model.train(mode)
        loss = F.cross_entropy(model(inputs), labels)
        print("train()" if mode else "eval() ", f"{loss.item():.1f}")
# --8<-- [end:tell]
