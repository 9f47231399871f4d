# hint: a window of 1 is the query itself
import torch


def sliding_window(length: int, window: int) -> torch.Tensor:
    positions = torch.arange(length)
    back = positions[:, None] - positions
    return (back == 0) | (back == 1) | ((back > 1) & (back < window))
