"""Turn the counts of each row into shares."""

import torch


def row_shares(counts: torch.Tensor) -> torch.Tensor:
    """Return a float32 tensor of the shape of counts: each number divided by the sum
    of its row. A row of zeros stays a row of zeros.

    counts has shape (rows, columns), dtype int64, and no negative numbers. Do not
    loop.
    """
