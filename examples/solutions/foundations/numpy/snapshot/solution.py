"""numpy(force=True) detaches and moves to the CPU.

copy takes care of the case in which it did not have to copy.
"""

import numpy as np
import torch


def snapshot(tensor: torch.Tensor) -> np.ndarray:
    if tensor.dtype == torch.bfloat16:
        tensor = tensor.float()
    return tensor.numpy(force=True).copy()
