# hint: leave x as it is

import torch


def batch_norm(
    x: torch.Tensor,
    running_mean: torch.Tensor,
    running_var: torch.Tensor,
    training: bool,
    momentum: float = 0.1,
    eps: float = 1e-5,
) -> torch.Tensor:
    mean, variance = running_mean, running_var
    if training:
        mean, variance = x.mean(dim=0), x.var(dim=0, correction=0)
        running_mean.lerp_(mean, momentum)
        running_var.lerp_(x.var(dim=0), momentum)
    x -= mean
    return x / (variance + eps).sqrt()
