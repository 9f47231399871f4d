"""Train a copy, and set the learning rate by hand before each step."""

import copy
import math
from collections.abc import Iterable

import torch
from torch import nn
from torch.nn import functional as F


def find_lr(
    model: nn.Module,
    batches: Iterable[tuple[torch.Tensor, torch.Tensor]],
    lowest: float,
    ratio: float,
) -> tuple[list[float], list[float]]:
    trained = copy.deepcopy(model).train()
    optimizer = torch.optim.SGD(trained.parameters(), lr=lowest)
    lrs, losses = [], []
    for number, (inputs, labels) in enumerate(batches):
        lr = lowest * ratio**number
        optimizer.param_groups[0]["lr"] = lr
        optimizer.zero_grad()
        loss = F.cross_entropy(trained(inputs), labels)
        loss.backward()
        optimizer.step()
        lrs.append(lr)
        losses.append(loss.item())
        if not math.isfinite(losses[-1]) or losses[-1] > 4 * min(losses):
            break
    return lrs, losses
