# hint: stay as they are

import torch


def batch_norm(
    x: torch.Tensor,
    running_mean: torch.Tensor,
    running_var: torch.Tensor,
    training: bool,
    momentum: float = 0.1,
    eps: float = 1e-5,
) -> torch.Tensor:
    mean, variance = x.mean(dim=0), x.var(dim=0, correction=0)
    if not training:
        mean, variance = running_mean.clone(), running_var.clone()
    running_mean.lerp_(x.mean(dim=0), momentum)
    running_var.lerp_(x.var(dim=0), momentum)
    return (x - mean) / (variance + eps).sqrt()
