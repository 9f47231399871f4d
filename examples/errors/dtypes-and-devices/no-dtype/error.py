"""Make a tensor of measurements, one of which is missing."""
# handbook: raises=RuntimeError

# --8<-- [start:error]
import torch

measured = [21.5, None, 19.5]
print(measured)
torch.tensor(measured)
# --8<-- [end:error]
