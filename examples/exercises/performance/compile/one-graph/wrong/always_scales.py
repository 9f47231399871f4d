"""Scales up as well."""

# hint: below the limit nothing is scaled
import torch


def limited(x: torch.Tensor, limit: float) -> torch.Tensor:
    peak = x.abs().max()
    x = x * (limit / peak)
    positive = x > 0
    mean = torch.where(positive, x, 0.0).sum() / positive.sum().clamp(min=1)
    return x - mean
