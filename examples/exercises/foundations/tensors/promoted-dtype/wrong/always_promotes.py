"""Treats a Python number like a tensor."""

# hint: a Python number does not widen a tensor of its own kind
import torch


def dtype_of_sum(left: torch.dtype, right: torch.dtype, right_is_number: bool) -> torch.dtype:
    return torch.promote_types(left, right)
