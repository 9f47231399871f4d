"""Predict the largest batch that fits."""

from collections.abc import Callable


def largest_batch(
    parameters: int, kept_bytes: Callable[[int], int], budget: int
) -> int:
    """The largest batch with which a step of AdamW takes at most budget bytes, or 0.

    Return a number of rows; everything is float32. Count weights, gradients, the two
    tensors of AdamW, and what is kept for backward. kept_bytes(rows) runs the model and
    counts the latter. It grows by the same number of bytes with each row, but some of
    it may not depend on the rows. Do not try large batches: they may not fit.
    """
