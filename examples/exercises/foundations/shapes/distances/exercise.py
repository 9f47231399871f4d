"""Compute all distances between two sets of points."""

import torch


def distances(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Return a tensor of shape (n, m): entry i, j is the Euclidean distance from
    point a[i] to point b[j].

    a has shape (n, d), b has shape (m, d); a point has d coordinates. Do not
    loop, and do not use torch.cdist.
    """
