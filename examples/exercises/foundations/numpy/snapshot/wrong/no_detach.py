"""Forgets that the tensor may require gradients."""

# hint: Can't call numpy() on Tensor that requires grad
import numpy as np
import torch


def snapshot(tensor: torch.Tensor) -> np.ndarray:
    if tensor.dtype == torch.bfloat16:
        tensor = tensor.float()
    return tensor.cpu().numpy().copy()
