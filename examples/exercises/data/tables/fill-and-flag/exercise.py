"""Fill the gaps of a table, scale it, and say where the gaps were."""

import torch


def fill_and_flag(values: torch.Tensor, train: torch.Tensor) -> torch.Tensor:
    """Return a tensor with twice as many columns as values.

    values has a row for each thing, and nan where nothing was measured; train holds the
    indices of the training rows. In the first half of the result, each gap is filled
    with the median of its column, and then each column is scaled to mean 0 and standard
    deviation 1 (that of torch.std). Median, mean and deviation are those of the
    training rows, mean and deviation with the gaps filled. The second half is 1.0 where
    values has a gap and 0.0 elsewhere. values stays as it is.
    """
