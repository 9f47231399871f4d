"""Make the option depend on the number of workers."""

# --8<-- [start:fix]
import torch
from torch.utils.data import DataLoader, TensorDataset

dataset = TensorDataset(torch.arange(6))
workers = 0
loader = DataLoader(dataset, num_workers=workers, persistent_workers=workers > 0)
print(len(loader), loader.persistent_workers)
# --8<-- [end:fix]
