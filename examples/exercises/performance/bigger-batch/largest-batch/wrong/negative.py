"""Answers with a negative number where nothing fits."""

# hint: 0 if not even one row fits
from collections.abc import Callable


def largest_batch(parameters: int, kept_bytes: Callable[[int], int], budget: int) -> int:
    each = kept_bytes(2) - kept_bytes(1)
    fixed = kept_bytes(1) - each
    return (budget - 16 * parameters - fixed) // each
