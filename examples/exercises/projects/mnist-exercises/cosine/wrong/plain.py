# hint: momentum is 0.9
"""Wrong: plain SGD."""

import torch
from torch import nn


def make_recipe(
    model: nn.Module, epochs: int, lr: float = 0.05
) -> tuple[torch.optim.SGD, torch.optim.lr_scheduler.CosineAnnealingLR]:
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=epochs)
    return optimizer, scheduler
