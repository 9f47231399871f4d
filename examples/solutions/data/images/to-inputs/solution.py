"""Axes, dtype and scale, then one mean and one std for each channel."""

import torch


def to_inputs(
    pixels: torch.Tensor, mean: list[float], std: list[float]
) -> torch.Tensor:
    scaled = pixels.permute(0, 3, 1, 2).to(torch.float32) / 255
    offset = torch.tensor(mean)[:, None, None]
    factor = torch.tensor(std)[:, None, None]
    return (scaled - offset) / factor
