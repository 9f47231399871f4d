"""Starts with 1."""

# hint: the top-left square is 0; yours is 1
import torch


def checkerboard(rows: int, columns: int) -> torch.Tensor:
    return (torch.arange(rows).reshape(rows, 1) + torch.arange(columns) + 1) % 2
