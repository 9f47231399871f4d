"""Let autograd compute the gradient of a mean of squares."""

import torch


def gradient_of_mean_square(x: torch.Tensor) -> torch.Tensor:
    """Return the gradient of the mean of the squares of x, with respect to x.

    x is a float32 tensor of any shape that does not require gradients, and
    stays as it was. The result has its shape. First work out on paper what
    must come out for a shape of (4, 3).
    """
