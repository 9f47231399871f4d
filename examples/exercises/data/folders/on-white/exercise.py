"""Paste a transparent picture on white, by hand."""

import torch


def on_white(picture: torch.Tensor) -> torch.Tensor:
    """Return the picture in three channels, as it looks on white paper.

    picture has the shape (4, height, width) and the dtype uint8: red, green, blue, and
    alpha, which is 255 where the picture covers the paper and 0 where the paper shows.
    In between the two are mixed: half of the alpha is half of each. What you return has
    the shape (3, height, width) and the dtype uint8, each value rounded to the nearest
    whole number. The argument is not changed.
    """
