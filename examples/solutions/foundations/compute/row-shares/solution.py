"""The sums keep an axis of size 1, so each row is divided by its own."""

import torch


def row_shares(counts: torch.Tensor) -> torch.Tensor:
    return counts / counts.sum(dim=1, keepdim=True).clamp(min=1)
