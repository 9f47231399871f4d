"""Update a weight in place while autograd records."""
# handbook: raises=RuntimeError

# --8<-- [start:error]
import torch

weight = torch.tensor([1.0, 2.0], requires_grad=True)
print(weight.is_leaf, weight.requires_grad)
weight -= 0.1
# --8<-- [end:error]
