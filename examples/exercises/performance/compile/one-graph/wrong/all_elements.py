"""Takes the mean of all."""

# hint: compare each step
import torch


def limited(x: torch.Tensor, limit: float) -> torch.Tensor:
    peak = x.abs().max()
    x = torch.where(peak > limit, x * (limit / peak), x)
    positive = x > 0
    mean = x.mean() if positive is not None else 0.0
    return x - mean
