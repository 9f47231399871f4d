"""Counts pixels from 0 to width - 1, where a box has edges from 0 to width."""

# hint: edges lie between pixels
import torch


def flip(image: torch.Tensor, boxes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    width = image.shape[-1]
    left, top, right, bottom = boxes.unbind(dim=1)
    return image.flip(-1), torch.stack([width - 1 - right, top, width - 1 - left, bottom], dim=1)
