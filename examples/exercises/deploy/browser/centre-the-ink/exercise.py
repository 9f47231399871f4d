"""Move a drawing as MNIST's digits were moved."""

import torch


def centred(ink: torch.Tensor) -> torch.Tensor:
    """Return the drawing, moved by whole pixels so that its centre of mass lies as
    near to row 14, column 14 as whole pixels allow: there MNIST's digits have it.

    ink has shape (28, 28) and floats from 0, paper, to 1; the result has the same
    shape. The centre of mass is the mean of the row numbers and the mean of the
    column numbers from 0, each pixel weighted with its ink. No ink reaches the border,
    before or after.
    """
