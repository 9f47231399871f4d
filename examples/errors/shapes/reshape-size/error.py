"""Reshape the last batch, which is smaller than the others."""
# handbook: raises=RuntimeError

# --8<-- [start:error]
import torch

last_batch = torch.zeros(16, 28, 28)
print(last_batch.numel())
last_batch.reshape(64, 784)
# --8<-- [end:error]
