# hint: the dtype should be torch.bool
import torch


def sliding_window(length: int, window: int) -> torch.Tensor:
    positions = torch.arange(length)
    back = positions[:, None] - positions
    return ((back >= 0) & (back < window)).float()
