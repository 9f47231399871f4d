"""Reduce the losses to one number."""

# --8<-- [start:fix]
import torch

weight = torch.tensor([1.0, 2.0], requires_grad=True)
losses = (weight - 3) ** 2
losses.mean().backward()
print(weight.grad)
# --8<-- [end:fix]
