"""Say how good a regression is, in the unit of its target."""

import torch


def report(
    outputs: torch.Tensor, targets: torch.Tensor, mean: float, std: float
) -> tuple[float, float]:
    errors = outputs.squeeze(1) * std + mean - targets
    left = errors.square().sum()
    there = (targets - targets.mean()).square().sum()
    return errors.abs().mean().item(), (1 - left / there).item()
