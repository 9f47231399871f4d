# hint: a key that comes after it
import torch


def sliding_window(length: int, window: int) -> torch.Tensor:
    positions = torch.arange(length)
    back = positions[:, None] - positions
    return back.abs() < window
