"""Ask for persistent workers where there are none."""
# handbook: raises=ValueError

# --8<-- [start:error]
import torch
from torch.utils.data import DataLoader, TensorDataset

dataset = TensorDataset(torch.arange(6))
print(len(dataset))
DataLoader(dataset, persistent_workers=True)
# --8<-- [end:error]
