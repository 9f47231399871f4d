"""Decides by a Python number."""

# hint: a Python if on a value splits the graph
import torch


def limited(x: torch.Tensor, limit: float) -> torch.Tensor:
    peak = x.abs().max().item()
    if peak > limit:
        x = x * (limit / peak)
    positive = x > 0
    mean = torch.where(positive, x, 0.0).sum() / positive.sum().clamp(min=1)
    return x - mean
