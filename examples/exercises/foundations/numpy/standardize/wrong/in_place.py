"""Writes to the shared memory."""

# hint: the caller's table has changed
import numpy as np
import torch


def standardize(table: np.ndarray) -> torch.Tensor:
    x = torch.from_numpy(table)
    x -= x.mean(dim=0)
    x /= x.std(dim=0, correction=0)
    return x.float()
