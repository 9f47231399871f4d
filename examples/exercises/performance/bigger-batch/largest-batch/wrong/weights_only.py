"""Forgets gradients and the state of the optimizer."""

# hint: weights, gradients and two tensors of AdamW
from collections.abc import Callable


def largest_batch(parameters: int, kept_bytes: Callable[[int], int], budget: int) -> int:
    each = kept_bytes(2) - kept_bytes(1)
    fixed = kept_bytes(1) - each
    return max(0, (budget - 4 * parameters - fixed) // each)
