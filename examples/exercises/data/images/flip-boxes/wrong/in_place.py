"""Writes into the boxes of the caller."""

# hint: work on boxes.clone()
import torch


def flip(image: torch.Tensor, boxes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    boxes[:, [0, 2]] = image.shape[-1] - boxes[:, [2, 0]]
    return image.flip(-1), boxes
