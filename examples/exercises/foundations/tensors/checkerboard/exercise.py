"""Build a checkerboard without a loop."""

import torch


def checkerboard(rows: int, columns: int) -> torch.Tensor:
    """Return an int64 tensor of shape (rows, columns): 0 in the top-left corner,
    0 and 1 alternating both ways.

    Hints: torch.arange gives row numbers and column numbers; reshape(rows, 1)
    turns the row numbers into a column; a (rows, 1) tensor plus a (columns,)
    tensor is a (rows, columns) tensor; % works on tensors.
    """
