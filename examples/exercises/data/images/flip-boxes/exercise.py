"""Mirror an image together with its boxes."""

import torch


def flip(image: torch.Tensor, boxes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the image mirrored from left to right, and the boxes that fit it.

    image has the shape (channels, height, width). boxes has the shape (n, 4), and a row
    is (left, top, right, bottom) in pixels, with left < right. The boxes that you
    return have the same order of the four numbers, again with left < right. Neither
    argument is changed. Use torch only, not torchvision.
    """
