"""Compute the binary loss from logits without overflow."""

import torch


def binary_loss(logits: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    """Return the mean of -t * log(p) - (1 - t) * log(1 - p), p being sigmoid(logits).

    It must be right for logits of any size, and so must its gradient, also at 0. logits
    and targets are floats of the same shape, targets from 0 to 1. Do not call a loss
    function of PyTorch.
    """
