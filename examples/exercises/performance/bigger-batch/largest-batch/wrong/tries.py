"""Doubles until it is too much."""

# hint: do not run more than a few rows
from collections.abc import Callable


def largest_batch(parameters: int, kept_bytes: Callable[[int], int], budget: int) -> int:
    rows = 1
    while 16 * parameters + kept_bytes(rows) <= budget:
        rows += 1
    return rows - 1
