"""Never clears the gradients."""

# hint: a gradient from before the call was added; zero_grad() has to come before backward()
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
    loss = loss_function(model(inputs), targets)
    loss.backward()
    optimizer.step()
    return loss.item()
