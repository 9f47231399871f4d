"""Say what stands for a label that is missing."""

# --8<-- [start:fix]
import torch
from torch.utils.data import DataLoader

samples = [(torch.zeros(3), None), (torch.ones(3), 1)]
labelled = [(x, -100 if label is None else label) for x, label in samples]
print(next(iter(DataLoader(labelled, batch_size=2)))[1])
# --8<-- [end:fix]
