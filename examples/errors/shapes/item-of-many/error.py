"""Turn two losses into one Python number."""
# handbook: raises=RuntimeError

# --8<-- [start:error]
import torch

losses = torch.tensor([0.5, 1.5])
print(losses.shape)
losses.item()
# --8<-- [end:error]
