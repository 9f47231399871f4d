"""Take the number out for the log only."""

# --8<-- [start:fix]
import torch

weight = torch.ones(2, requires_grad=True)
loss = (weight**2).mean()
loss.backward()
print(loss.item(), weight.grad)
# --8<-- [end:fix]
