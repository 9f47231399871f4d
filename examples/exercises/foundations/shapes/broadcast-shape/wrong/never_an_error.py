"""Takes the larger size and never complains."""

# hint: two sizes fit only if they are equal or one of them is 1
from itertools import zip_longest


def broadcast_shape(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...] | str:
    pairs = zip_longest(reversed(a), reversed(b), fillvalue=1)
    return tuple(reversed([max(pair) for pair in pairs]))
