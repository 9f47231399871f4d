"""Overwrite a result that backward still needs."""
# handbook: raises=RuntimeError

# --8<-- [start:error]
import torch

weight = torch.tensor([0.0, 1.0], requires_grad=True)
growth = weight.exp()
growth += 1
print(growth.requires_grad)
growth.sum().backward()
# --8<-- [end:error]
