"""Mirrors the image only."""

# hint: the boxes have not moved
import torch


def flip(image: torch.Tensor, boxes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    return image.flip(-1), boxes
