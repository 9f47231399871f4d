"""Right values in the wrong dtype."""

# hint: the dtype should be torch.int64
import torch


def checkerboard(rows: int, columns: int) -> torch.Tensor:
    return (torch.arange(rows).reshape(rows, 1) + torch.arange(columns)) % 2.0
