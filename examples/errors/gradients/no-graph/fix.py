"""Compute the loss with gradients."""

# --8<-- [start:fix]
import torch
from torch import nn

model = nn.Linear(2, 1)
loss = model(torch.ones(1, 2)).sum()
loss.backward()
print(loss.requires_grad, model.weight.grad)
# --8<-- [end:fix]
