"""Aligns the shapes on the left."""

# hint: compare from the last axis
from itertools import zip_longest


def broadcast_shape(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...] | str:
    pairs = list(zip_longest(a, b, fillvalue=1))
    if any(left != right and 1 not in (left, right) for left, right in pairs):
        return "error"
    return tuple(max(pair) for pair in pairs)
