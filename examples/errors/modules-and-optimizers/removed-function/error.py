"""Call a function that PyTorch had years ago."""
# handbook: raises=AttributeError

# --8<-- [start:error]
import torch

wave = torch.tensor([0.0, 1.0, 0.0, -1.0])
print(hasattr(torch, "rfft"), hasattr(torch, "fft"))
torch.rfft(wave, 1)
# --8<-- [end:error]
