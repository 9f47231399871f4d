"""Compute the prediction anew in each step."""

# --8<-- [start:fix]
import torch

weight = torch.tensor(2.0, requires_grad=True)
for step in range(2):
    weight.grad = None
    prediction = weight * weight
    loss = (prediction - 1) ** 2
    loss.backward()
    print(step, weight.grad)
# --8<-- [end:fix]
