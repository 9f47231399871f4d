"""Take the batch size from the tensor."""

# --8<-- [start:fix]
import torch

last_batch = torch.zeros(16, 28, 28)
print(last_batch.reshape(-1, 784).shape)
print(last_batch.flatten(start_dim=1).shape)
# --8<-- [end:fix]
