"""Shares the memory of a tensor on the CPU."""

# hint: your array changed with the tensor
import numpy as np
import torch


def snapshot(tensor: torch.Tensor) -> np.ndarray:
    if tensor.dtype == torch.bfloat16:
        tensor = tensor.float()
    return tensor.detach().cpu().numpy()
