"""Distance as a grid: 0 is the query itself, positive is earlier."""

import torch


def sliding_window(length: int, window: int) -> torch.Tensor:
    positions = torch.arange(length)
    back = positions[:, None] - positions
    return (back >= 0) & (back < window)
