"""Do by hand what ToImage, ToDtype(scale=True) and Normalize do."""

import torch


def to_inputs(
    pixels: torch.Tensor, mean: list[float], std: list[float]
) -> torch.Tensor:
    """Return the batch that a network takes.

    pixels has the shape (n, height, width, channels) and the dtype uint8, as a stack of
    decoded photos. The result has the shape (n, channels, height, width) and the dtype
    float32: the values are first brought between 0 and 1, then each channel is
    normalized with its mean and std. Use torch only, not torchvision.
    """
