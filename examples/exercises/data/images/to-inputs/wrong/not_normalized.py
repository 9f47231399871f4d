"""Stops after the scale."""

# hint: subtract the mean of each channel
import torch


def to_inputs(pixels: torch.Tensor, mean: list[float], std: list[float]) -> torch.Tensor:
    scaled = pixels.permute(0, 3, 1, 2).to(torch.float32) / 255
    return scaled
