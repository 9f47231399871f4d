"""Write batch norm."""

import torch


def batch_norm(
    x: torch.Tensor,
    running_mean: torch.Tensor,
    running_var: torch.Tensor,
    training: bool,
    momentum: float = 0.1,
    eps: float = 1e-5,
) -> torch.Tensor:
    """Return x with standardised columns, as nn.BatchNorm1d before weight and bias.

    x has shape (rows, features), running_mean and running_var have shape (features,).
    In training, use the mean and variance of this batch, and move the running ones in
    place: a part momentum of the way to those of the batch. Else use the running ones
    and leave them alone. eps is added to the variance before the square root. Only what
    is returned belongs to the graph of x.
    """
