"""Steps after each full group only."""

# hint: the last group is shorter and needs a step too
from collections.abc import Iterable

import torch
from torch import nn
from torch.nn import functional as F


def train(
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    batches: Iterable[tuple[torch.Tensor, torch.Tensor]],
    size: int,
) -> int:
    steps = 0
    optimizer.zero_grad()
    for number, (inputs, targets) in enumerate(batches):
        loss = F.cross_entropy(model(inputs), targets) / size
        loss.backward()
        if (number + 1) % size == 0:
            optimizer.step()
            optimizer.zero_grad()
            steps += 1
    return steps
