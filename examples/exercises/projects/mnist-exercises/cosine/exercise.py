"""SGD with momentum, and a learning rate that falls as a cosine."""

import torch
from torch import nn


def make_recipe(
    model: nn.Module, epochs: int, lr: float = 0.05
) -> tuple[torch.optim.SGD, torch.optim.lr_scheduler.CosineAnnealingLR] | None:
    """Return SGD with momentum 0.9, and a schedule to step once after each epoch.

    Epoch k, counted from 0, trains with lr / 2 * (1 + cos(pi * k / epochs)).
    """
