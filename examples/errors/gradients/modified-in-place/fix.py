"""Leave the result as it is and make a new one."""

# --8<-- [start:fix]
import torch

weight = torch.tensor([0.0, 1.0], requires_grad=True)
growth = weight.exp()
shifted = growth + 1
shifted.sum().backward()
print(weight.grad)
# --8<-- [end:fix]
