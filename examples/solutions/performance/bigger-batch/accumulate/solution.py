"""The group is taken first, so that its rows are known before the first backward."""

from collections.abc import Iterable
from itertools import islice

import torch
from torch import nn
from torch.nn import functional as F


def train(
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    batches: Iterable[tuple[torch.Tensor, torch.Tensor]],
    size: int,
) -> int:
    iterator, steps = iter(batches), 0
    while group := list(islice(iterator, size)):
        rows = sum(len(targets) for _, targets in group)
        optimizer.zero_grad()
        for inputs, targets in group:
            loss = F.cross_entropy(model(inputs), targets, reduction="sum") / rows
            loss.backward()
        optimizer.step()
        steps += 1
    return steps
