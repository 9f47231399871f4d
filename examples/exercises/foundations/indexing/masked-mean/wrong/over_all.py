"""Divides by the number of columns."""

# hint: divide by the number of real values of the row
import torch


def masked_mean(values: torch.Tensor, lengths: torch.Tensor) -> torch.Tensor:
    real = torch.arange(values.shape[1]) < lengths[:, None]
    return torch.where(real, values, 0.0).mean(dim=1)
