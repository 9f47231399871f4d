"""Ask for the slope along an input that was not used."""
# handbook: raises=RuntimeError

# --8<-- [start:error]
import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
row = x[0]
loss = (x**2).sum()
print(loss, row)
torch.autograd.grad(loss, row)
# --8<-- [end:error]
