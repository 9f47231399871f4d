"""Ask for the device by a name that TensorFlow knows."""
# handbook: raises=RuntimeError

# --8<-- [start:error]
import torch

name = "gpu"
print(torch.zeros(2).device)
torch.zeros(2, device=name)
# --8<-- [end:error]
