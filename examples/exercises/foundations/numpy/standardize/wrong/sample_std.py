"""Takes PyTorch's default, which divides by the number of rows minus one."""

# hint: correction=0
import numpy as np
import torch


def standardize(table: np.ndarray) -> torch.Tensor:
    x = torch.from_numpy(table).float()
    return (x - x.mean(dim=0)) / x.std(dim=0)
