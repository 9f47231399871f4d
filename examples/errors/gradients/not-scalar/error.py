"""Call backward on one loss per example."""
# handbook: raises=RuntimeError

# --8<-- [start:error]
import torch

weight = torch.tensor([1.0, 2.0], requires_grad=True)
losses = (weight - 3) ** 2
print(losses.shape)
losses.backward()
# --8<-- [end:error]
