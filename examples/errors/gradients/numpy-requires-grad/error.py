"""Convert a tensor with gradients to NumPy."""
# handbook: raises=RuntimeError

# --8<-- [start:error]
import torch

weight = torch.tensor([1.0, 2.0], requires_grad=True)
print(weight)
weight.numpy()
# --8<-- [end:error]
