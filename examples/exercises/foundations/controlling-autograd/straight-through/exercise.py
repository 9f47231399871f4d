"""Round, and let the gradient through as if you had not."""

import torch


def round_straight_through(x: torch.Tensor) -> torch.Tensor:
    """Return x rounded to whole numbers, with the gradient that x itself would have.

    torch.round is flat between its jumps, so its own gradient is zero and nothing
    before it would learn. For a leaf x and any weights w,
    (w * round_straight_through(x)).sum().backward() must put w into x.grad. Do not
    use .data.
    """
