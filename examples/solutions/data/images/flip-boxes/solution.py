"""The right edge becomes the left one, so the two columns change places."""

import torch


def flip(image: torch.Tensor, boxes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    width = image.shape[-1]
    left, top, right, bottom = boxes.unbind(dim=1)
    flipped = torch.stack([width - right, top, width - left, bottom], dim=1)
    return image.flip(-1), flipped
