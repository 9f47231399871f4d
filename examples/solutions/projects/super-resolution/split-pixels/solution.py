"""Six axes say where a pixel stands.

Image, channel, row of squares, row in the square, column of squares, column in the
square.
"""

import torch


def split_pixels(images: torch.Tensor, factor: int) -> torch.Tensor:
    count, channels, height, width = images.shape
    rows, columns = height // factor, width // factor
    squares = images.reshape(count, channels, rows, factor, columns, factor)
    moved = squares.permute(0, 1, 3, 5, 2, 4)
    return moved.reshape(count, channels * factor**2, rows, columns)
