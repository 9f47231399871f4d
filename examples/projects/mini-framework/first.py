"""One expression, differentiated by the engine of mini.py and by PyTorch."""

# --8<-- [start:first]
import torch

from mini import Tensor

a, b = Tensor(2.0), Tensor(3.0)
y = a * b + b * b
y.backward()
print(y.data, a.grad, b.grad)

a, b = torch.tensor(2.0, requires_grad=True), torch.tensor(3.0, requires_grad=True)
y = a * b + b * b
y.backward()
print(y.item(), a.grad.item(), b.grad.item())
# --8<-- [end:first]
