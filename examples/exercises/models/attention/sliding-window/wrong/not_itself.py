# hint: sees itself too
import torch


def sliding_window(length: int, window: int) -> torch.Tensor:
    positions = torch.arange(length)
    back = positions[:, None] - positions
    return (back > 0) & (back < window)
