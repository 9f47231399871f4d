"""Keep the loss as a number, then ask for its gradients."""
# handbook: raises=AttributeError

# --8<-- [start:error]
import torch

weight = torch.ones(2, requires_grad=True)
loss = (weight**2).mean().item()
print(type(loss))
loss.backward()
# --8<-- [end:error]
