"""Give the shares."""

# --8<-- [start:fix]
import torch
from torch.utils.data import random_split

examples = range(11)
generator = torch.Generator().manual_seed(0)
parts = random_split(examples, [0.8, 0.2], generator=generator)
print([len(part) for part in parts])
# --8<-- [end:fix]
