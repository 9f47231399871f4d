"""Write a layer with parameters and buffers."""

import torch
from torch import nn


class Standardize(nn.Module):
    """Return (x - mean) / std * gain + shift, each of the four of shape (features,).

    data has shape (rows, features). mean and std are those of its columns (data.std as
    it comes); they belong to the model but are never learned. gain starts at one and
    shift at zero; both are learned.
    """

    def __init__(self, data: torch.Tensor) -> None:
        super().__init__()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x
