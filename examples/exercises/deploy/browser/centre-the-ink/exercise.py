"""Move a drawing as MNIST's digits were moved."""

import torch


def centred(ink: torch.Tensor) -> torch.Tensor:
    """Return the drawing, moved by whole pixels so that its centre of mass lies as
    near to the middle of the image as whole pixels allow.

    ink has shape (28, 28) and floats from 0, paper, to 1; the result has the same
    shape. The centre of mass is the mean of the row numbers and the mean of the
    column numbers, each pixel weighted with its ink; the middle is row 13.5, column
    13.5. No ink reaches the border.
    """
