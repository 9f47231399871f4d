"""Takes no notice of a Python number."""

# hint: a Python number of a higher kind changes the dtype
import torch


def dtype_of_sum(left: torch.dtype, right: torch.dtype, right_is_number: bool) -> torch.dtype:
    return left if right_is_number else torch.promote_types(left, right)
