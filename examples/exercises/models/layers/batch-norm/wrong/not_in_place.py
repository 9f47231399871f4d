# hint: in place

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
        running_mean = (1 - momentum) * running_mean + momentum * mean
        running_var = (1 - momentum) * running_var + momentum * x.var(dim=0)
        return (x - mean) / (variance + eps).sqrt()
    return (x - running_mean) / (running_var + eps).sqrt()
