"""Takes one mean and one standard deviation for everything."""

# hint: every column has a mean and a standard deviation of its own
import numpy as np
import torch


def standardize(table: np.ndarray) -> torch.Tensor:
    x = torch.from_numpy(table).float()
    return (x - x.mean()) / x.std(correction=0)
