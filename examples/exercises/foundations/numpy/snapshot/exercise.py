"""Take an array out of any tensor."""

import numpy as np
import torch


def snapshot(tensor: torch.Tensor) -> np.ndarray:
    """Return the values as an array of its own: later changes of the tensor must
    not reach it.

    The tensor may require gradients, may lie on a GPU, and may be of dtype
    bfloat16, which becomes float32. Every dtype that NumPy has stays as it is.
    """
