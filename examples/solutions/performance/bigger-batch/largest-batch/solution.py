"""Two measurements give the bytes of a row and the rest."""

from collections.abc import Callable


def largest_batch(
    parameters: int, kept_bytes: Callable[[int], int], budget: int
) -> int:
    each = kept_bytes(2) - kept_bytes(1)
    fixed = kept_bytes(1) - each
    return max(0, (budget - 16 * parameters - fixed) // each)
