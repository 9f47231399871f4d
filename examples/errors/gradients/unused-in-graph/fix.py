"""Ask along what was used, and take the part of the answer."""

# --8<-- [start:fix]
import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
loss = (x**2).sum()
(slope,) = torch.autograd.grad(loss, x)
print(slope[0])
# --8<-- [end:fix]
