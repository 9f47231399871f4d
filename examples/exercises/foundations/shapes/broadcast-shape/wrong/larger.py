"""Takes the larger of two sizes that fit, also where one of them is 0."""


# hint: 1 gives way to every other size
def broadcast_shape(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...] | str:
    axes = max(len(a), len(b))
    pairs = list(zip((1,) * (axes - len(a)) + a, (1,) * (axes - len(b)) + b))
    if any(left != right and 1 not in (left, right) for left, right in pairs):
        return "error"
    return tuple(max(pair) for pair in pairs)
