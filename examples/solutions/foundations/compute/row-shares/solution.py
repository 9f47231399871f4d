"""The sums keep an axis of size 1, so each row is divided by its own.

The sum of counts is 0 or at least 1, so a minimum of 1 changes the zeros only.
"""

import torch


def row_shares(counts: torch.Tensor) -> torch.Tensor:
    return counts / counts.sum(dim=1, keepdim=True).clamp(min=1)
