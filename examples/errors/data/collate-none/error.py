"""Load examples, one of which has no label."""
# handbook: raises=TypeError

# --8<-- [start:error]
import torch
from torch.utils.data import DataLoader

samples = [(torch.zeros(3), None), (torch.ones(3), 1)]
print(samples[0][1])
next(iter(DataLoader(samples, batch_size=2)))
# --8<-- [end:error]
