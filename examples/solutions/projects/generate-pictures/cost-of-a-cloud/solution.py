"""The squared width is exp(2 * log_std): no square root, and never negative."""

import torch


def cost_of_a_cloud(mean: torch.Tensor, log_std: torch.Tensor) -> torch.Tensor:
    cost = (mean.square() + (2 * log_std).exp() - 1) / 2 - log_std
    return cost.sum(1)
