"""Numbers promote by kind only; tensors promote by kind and size."""

import torch


def kind(dtype: torch.dtype) -> int:
    return 2 if dtype.is_floating_point else int(dtype != torch.bool)


def dtype_of_sum(
    left: torch.dtype, right: torch.dtype, right_is_number: bool
) -> torch.dtype:
    if right_is_number and kind(right) <= kind(left):
        return left
    return torch.promote_types(left, right)
