"""Choose the learning rate by the update-to-weight ratio."""

import torch
from torch import nn


def largest_lr(model: nn.Module, loss: torch.Tensor, limit: float = 1e-3) -> float:
    """The largest lr with which no weight matrix moves by more than limit of its norm.

    The step is one of plain SGD. Matrices are the parameters with two axes; biases do
    not count. One matrix reaches the limit, the others stay below. Parameters keep
    their values. Each has a gradient of this loss; some may have an old one too.
    """
