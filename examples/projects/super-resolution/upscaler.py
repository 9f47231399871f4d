"""A small sub-pixel network: bicubic, and what it gets wrong."""

# --8<-- [start:network]
import torch
from torch import nn

from photos import bicubic


class Upscaler(nn.Module):
    """Images (N, 1, H, W) from 0 to 1 in, (N, 1, 2H, 2W) out."""

    def __init__(self, width: int = 32):
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(1, width, 5, padding=2),
            nn.ReLU(),
            nn.Conv2d(width, width, 3, padding=1),
            nn.ReLU(),
            nn.Conv2d(width, 4, 3, padding=1),
            nn.PixelShuffle(2),
        )

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        return bicubic(images) + 0.1 * self.body(images - 0.5)


# --8<-- [end:network]
