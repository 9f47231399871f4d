"""Compute the prediction once and the loss twice."""
# handbook: raises=RuntimeError

# --8<-- [start:error]
import torch

weight = torch.tensor(2.0, requires_grad=True)
prediction = weight * weight
for step in range(2):
    loss = (prediction - 1) ** 2
    loss.backward()
    print(step, weight.grad)
# --8<-- [end:error]
