"""Take a merged addition out again."""

import torch


def take_out(
    weight: torch.Tensor, a: torch.Tensor, b: torch.Tensor, alpha: float
) -> torch.Tensor:
    """Return the weight as it was before an addition was merged into it.

    a has the shape (rank, inputs), b has (outputs, rank), and the weight (outputs,
    inputs). Merged was their product times alpha, divided by the rank. The argument is
    not changed.
    """
