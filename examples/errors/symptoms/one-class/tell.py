"""Count answers and labels, and compare the logits of examples."""

# --8<-- [start:tell]
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
labels = torch.tensor([0] * 95 + [1] * 5)
inputs = torch.randn(100, 4)
model = nn.Linear(4, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
for _ in range(50):
    optimizer.zero_grad()
    F.cross_entropy(model(inputs), labels).backward()
    optimizer.step()

model.eval()
with torch.no_grad():
    logits = model(inputs)
answers = logits.argmax(dim=1)
print("answers:", answers.bincount(minlength=2).tolist())
print("labels: ", labels.bincount(minlength=2).tolist())
print(f"accuracy: {(answers == labels).float().mean().item():.2f}")
print(f"spread of the logits: {logits.std(dim=0).max().item():.1g}")
# --8<-- [end:tell]
