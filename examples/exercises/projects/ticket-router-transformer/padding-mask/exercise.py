"""Average the vectors of a ticket's pieces, and leave out the padding."""

import torch


def masked_mean(hidden: torch.Tensor, attention_mask: torch.Tensor) -> torch.Tensor:
    """Return for each ticket the mean of its vectors where the mask is 1.

    hidden: (tickets, pieces, size), floats. attention_mask: (tickets, pieces), int64, 1
    for a piece and 0 for padding. Padding may be anywhere, and its vectors may hold
    anything, even nan. Every ticket has at least one piece.
    """
