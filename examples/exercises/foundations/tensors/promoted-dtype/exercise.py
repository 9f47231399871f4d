"""Predict the dtype of a sum."""

import torch


def dtype_of_sum(
    left: torch.dtype, right: torch.dtype, right_is_number: bool
) -> torch.dtype:
    """Return the dtype of left_tensor + right, without adding anything.

    left is the dtype of a tensor of shape (3,). If right_is_number, right is the
    dtype that a plain Python number would have as a tensor of shape ():
    torch.bool for True, torch.int64 for 2, torch.float32 for 0.5. Otherwise right
    is the dtype of another tensor of shape (3,).
    """
