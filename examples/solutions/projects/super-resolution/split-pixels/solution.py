"""Six axes: image, channel, row of squares, row in the square, column of squares, column in the square."""

import torch


def split_pixels(images: torch.Tensor, factor: int) -> torch.Tensor:
    count, channels, height, width = images.shape
    squares = images.reshape(
        count, channels, height // factor, factor, width // factor, factor
    )
    return squares.permute(0, 1, 3, 5, 2, 4).reshape(
        count, channels * factor**2, height // factor, width // factor
    )
