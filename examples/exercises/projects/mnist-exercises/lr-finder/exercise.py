"""Find a learning rate, and leave the model as it was."""

from collections.abc import Iterable

import torch
from torch import nn


def find_lr(
    model: nn.Module,
    batches: Iterable[tuple[torch.Tensor, torch.Tensor]],
    lowest: float,
    ratio: float,
) -> tuple[list[float], list[float]]:
    """Take one step of SGD per batch in training mode; the learning rate grows.

    Learning rates are lowest, lowest * ratio, lowest * ratio², ...; there is no
    momentum. Return the learning rates and the losses (F.cross_entropy, from before
    each step). Stop after the first loss that is above four times the smallest so far,
    or not finite; that loss is the last of the list. The model leaves as it came: the
    same weights and buffers, no gradients, the same mode.
    """
