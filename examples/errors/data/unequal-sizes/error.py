"""Batch sequences of different length."""
# handbook: raises=RuntimeError

# --8<-- [start:error]
import torch
from torch.utils.data import DataLoader

sequences = [torch.tensor([5, 6]), torch.tensor([7, 8, 9])]
loader = DataLoader(sequences, batch_size=2)
print(len(loader))
next(iter(loader))
# --8<-- [end:error]
