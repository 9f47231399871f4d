"""Unscale before the clip, and let the scaler take the step."""

import torch
from torch import nn
from torch.nn import functional as F


def train_step(
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    scaler: torch.amp.GradScaler,
    images: torch.Tensor,
    labels: torch.Tensor,
    dtype: torch.dtype,
) -> torch.Tensor:
    optimizer.zero_grad()
    with torch.autocast(images.device.type, dtype=dtype):
        outputs = model(images)
        loss = F.cross_entropy(outputs, labels)
    scaler.scale(loss).backward()
    scaler.unscale_(optimizer)
    nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.0)
    scaler.step(optimizer)
    scaler.update()
    return loss.detach()
