"""The scaler is asked in every step; one that is disabled lets all pass."""

import torch
from torch import nn


def amp_step(
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    scaler: torch.amp.GradScaler,
    dtype: torch.dtype,
    inputs: torch.Tensor,
    targets: torch.Tensor,
    max_norm: float,
) -> float:
    optimizer.zero_grad()
    lower = dtype is not torch.float32
    with torch.autocast(inputs.device.type, dtype=dtype, enabled=lower):
        loss = nn.functional.cross_entropy(model(inputs), targets)
    scaler.scale(loss).backward()
    scaler.unscale_(optimizer)
    nn.utils.clip_grad_norm_(model.parameters(), max_norm)
    scaler.step(optimizer)
    scaler.update()
    return loss.item()
