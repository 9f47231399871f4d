"""Call the one that took its place."""

# --8<-- [start:fix]
import torch

wave = torch.tensor([0.0, 1.0, 0.0, -1.0])
print(torch.fft.rfft(wave))
# --8<-- [end:fix]
