"""Counts through the rows: stripes wherever the number of columns is even."""

# hint: the parity of row number plus column number decides the square
import torch


def checkerboard(rows: int, columns: int) -> torch.Tensor:
    return torch.arange(rows * columns).reshape(rows, columns) % 2
