"""Refuses shapes of different length."""


# hint: a missing axis is on the left and counts as 1
def broadcast_shape(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...] | str:
    if len(a) != len(b) or any(left != right and 1 not in (left, right) for left, right in zip(a, b)):
        return "error"
    return tuple(max(pair) for pair in zip(a, b))
