"""Pad on the left with ones, then compare pair by pair."""


def broadcast_shape(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...] | str:
    axes = max(len(a), len(b))
    shape = []
    for left, right in zip((1,) * (axes - len(a)) + a, (1,) * (axes - len(b)) + b):
        if left != right and left != 1 and right != 1:
            return "error"
        shape.append(right if left == 1 else left)
    return tuple(shape)
