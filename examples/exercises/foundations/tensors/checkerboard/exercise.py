"""Build a checkerboard without a loop."""

import torch


def checkerboard(rows: int, columns: int) -> torch.Tensor:
    """Return an int64 tensor of shape (rows, columns): 0 in the top-left corner,
    0 and 1 alternating both ways.
    """
