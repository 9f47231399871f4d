"""Update a weight where autograd does not record."""

# --8<-- [start:fix]
import torch

weight = torch.tensor([1.0, 2.0], requires_grad=True)
with torch.no_grad():
    weight -= 0.1
print(weight)
# --8<-- [end:fix]
