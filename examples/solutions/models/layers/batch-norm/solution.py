"""The batch by its own variance, with n; the buffer gets the one with n - 1."""

import torch


def batch_norm(
    x: torch.Tensor,
    running_mean: torch.Tensor,
    running_var: torch.Tensor,
    training: bool,
    momentum: float = 0.1,
    eps: float = 1e-5,
) -> torch.Tensor:
    if training:
        mean, variance = x.mean(dim=0), x.var(dim=0, correction=0)
        running_mean.lerp_(mean.detach(), momentum)
        running_var.lerp_(x.detach().var(dim=0, correction=1), momentum)
        return (x - mean) / (variance + eps).sqrt()
    return (x - running_mean) / (running_var + eps).sqrt()
