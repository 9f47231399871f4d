"""Forgets the dtype that NumPy does not have."""

# hint: Got unsupported ScalarType BFloat16
import numpy as np
import torch


def snapshot(tensor: torch.Tensor) -> np.ndarray:
    return tensor.detach().cpu().numpy().copy()
