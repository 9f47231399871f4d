"""T_max is the number of epochs, because the schedule is stepped once an epoch."""

import torch
from torch import nn


def make_recipe(
    model: nn.Module, epochs: int, lr: float = 0.05
) -> tuple[torch.optim.SGD, torch.optim.lr_scheduler.CosineAnnealingLR]:
    optimizer = torch.optim.SGD(model.parameters(), lr=lr, momentum=0.9)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=epochs)
    return optimizer, scheduler
