"""Predict the shape of a sum."""


def broadcast_shape(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...] | str:
    """Return the shape of x + y for tensors x of shape a and y of shape b, or
    "error" if they do not fit.

    Use no tensors, only the numbers. A size may be 0, as that of an empty batch.
    """
