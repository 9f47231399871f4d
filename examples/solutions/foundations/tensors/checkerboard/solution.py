"""A square is 1 where its row number plus its column number is odd."""

import torch


def checkerboard(rows: int, columns: int) -> torch.Tensor:
    return (torch.arange(rows).reshape(rows, 1) + torch.arange(columns)) % 2
