"""Reduce to one number, or ask for a list."""

# --8<-- [start:fix]
import torch

losses = torch.tensor([0.5, 1.5])
print(losses.mean().item())
print(losses.tolist())
# --8<-- [end:fix]
