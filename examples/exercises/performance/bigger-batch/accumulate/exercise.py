"""Update the model by groups of batches, exactly as if each group were one batch."""

from collections.abc import Iterable

import torch
from torch import nn


def train(
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    batches: Iterable[tuple[torch.Tensor, torch.Tensor]],
    size: int,
) -> int:
    """Step once for each group of size batches, and return the number of steps.

    A shorter last group gets a step too. The loss is F.cross_entropy(model(inputs),
    targets), averaged over all rows of the group. Batches may have different lengths.
    Call the model on one batch at a time. Gradients from before the call must not
    count.
    """
