"""Fit a curve to points: data, a network, and the smallest training loop."""

# --8<-- [start:loop]
import torch
from torch import nn

torch.manual_seed(1)
x = torch.linspace(-3, 3, 60).reshape(-1, 1)
y = torch.sin(1.5 * x) + 0.1 * torch.randn(60, 1)

model = nn.Sequential(nn.Linear(1, 64), nn.Tanh(), nn.Linear(64, 1))
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)

fits = {}
for step in range(101):
    output = model(x)
    loss = nn.functional.mse_loss(output, y)
    if step in (0, 10, 25, 100):
        fits[step] = output.detach()
        print(f"step {step:3}: loss {loss.item():.2f}")
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
# --8<-- [end:loop]

# --8<-- [start:draw]
import matplotlib.pyplot as plt

figure, axes = plt.subplots(figsize=(6.6, 1.7))
axes.plot(x, y, "C1.", markersize=6)
for shade, (step, fit) in zip((0.25, 0.45, 0.7, 1), fits.items()):
    axes.plot(x, fit, "C0", alpha=shade)
    end = fit[-1].item()
    axes.text(3.1, end, f"step {step}", color="C0", va="center")
axes.set_axis_off()
figure.savefig("fit.svg")
# --8<-- [end:draw]
