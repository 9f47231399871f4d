"""Undo PixelShuffle with reshape and permute."""

import torch


def split_pixels(images: torch.Tensor, factor: int) -> torch.Tensor:
    """Return what nn.PixelUnshuffle(factor) returns.

    Images of shape (N, C, H, W) become (N, C * factor², H / factor, W / factor). Each
    square of factor by factor pixels becomes one pixel with factor² channels for each
    channel of before: first the upper row of the square from left to right, then the
    next row. H and W are multiples of factor.
    """
