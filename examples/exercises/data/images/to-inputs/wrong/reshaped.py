"""Gives the right shape to the wrong order."""

# hint: permute, do not reshape
import torch


def to_inputs(pixels: torch.Tensor, mean: list[float], std: list[float]) -> torch.Tensor:
    scaled = pixels.reshape(len(pixels), pixels.shape[3], *pixels.shape[1:3]).to(torch.float32) / 255
    return (scaled - torch.tensor(mean)[:, None, None]) / torch.tensor(std)[:, None, None]
