"""Divides by zero where nothing is positive."""

# hint: 0 / 0 is nan
import torch


def limited(x: torch.Tensor, limit: float) -> torch.Tensor:
    peak = x.abs().max()
    x = torch.where(peak > limit, x * (limit / peak), x)
    positive = x > 0
    mean = torch.where(positive, x, 0.0).sum() / positive.sum()
    return x - mean
