"""Look at inputs, targets and gradients in the steps before the loss is nan."""

# --8<-- [start:tell]
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
inputs = torch.ones(8, 1)
targets = 3 * inputs
model = nn.Linear(1, 1, bias=False)
optimizer = torch.optim.SGD(model.parameters(), lr=2.5)

for name, given in {"inputs": inputs, "targets": targets}.items():
    print(name, "not finite:", (~given.isfinite()).sum().item())
for step in range(3):
    optimizer.zero_grad()
    loss = F.mse_loss(model(inputs), targets)
    loss.backward()
    gradients = [p.grad for p in model.parameters() if p.grad is not None]
    norm = nn.utils.get_total_norm(gradients)
    print(f"{step} loss {loss:.2g} gradient {norm:.2g}")
    optimizer.step()
# --8<-- [end:tell]
