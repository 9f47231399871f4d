"""Puts the group together again."""

# hint: one batch at a time
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
        inputs, targets = (torch.cat(parts) for parts in zip(*group))
        optimizer.zero_grad()
        F.cross_entropy(model(inputs), targets).backward()
        optimizer.step()
        steps += 1
    return steps
