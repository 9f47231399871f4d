"""Computes gradients and does not use them."""

# hint: without step() no parameter moves
from collections.abc import Callable

import torch
from torch import nn


def train_step(
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    loss_function: Callable[[torch.Tensor, torch.Tensor], torch.Tensor],
    inputs: torch.Tensor,
    targets: torch.Tensor,
) -> float:
    model.train()
    optimizer.zero_grad()
    loss = loss_function(model(inputs), targets)
    loss.backward()
    return loss.item()
