"""Prepare a NumPy table for a model, and leave the caller's table alone."""

import numpy as np
import torch


def standardize(table: np.ndarray) -> torch.Tensor:
    """Return a float32 tensor of the same shape whose columns have mean 0 and
    standard deviation 1.

    table is a float64 array of shape (rows, columns) and must not change. Its
    numbers may be as large as time stamps in seconds. The standard deviation is
    that of NumPy, which divides by the number of rows.
    """
