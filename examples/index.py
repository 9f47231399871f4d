"""Fit a line: the training loop in its smallest form."""

# --8<-- [start:loop]
import torch
from torch import nn

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
torch.manual_seed(0)
x = torch.linspace(-1, 1, 64).reshape(-1, 1).to(device)
y = 0.7 * x + 0.3
model = nn.Linear(1, 1).to(device)
optimizer = torch.optim.SGD(model.parameters(), lr=0.5)

for step in range(50):
    optimizer.zero_grad()
    loss = nn.functional.mse_loss(model(x), y)
    loss.backward()
    optimizer.step()

print(f"weight {model.weight.item():.2f}, bias {model.bias.item():.2f}")
# --8<-- [end:loop]
