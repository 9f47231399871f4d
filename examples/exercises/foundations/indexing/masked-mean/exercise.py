"""Average sequences of different length."""

import torch


def masked_mean(values: torch.Tensor, lengths: torch.Tensor) -> torch.Tensor:
    """Return the mean of each row, over its first lengths[row] values only, in a
    tensor of shape (rows,).

    values has shape (rows, columns); what stands beyond the length is padding and
    may be anything, nan included. Each length is at least 1. Do not loop over the
    rows.
    """
