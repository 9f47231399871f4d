"""Train, measure, and start from another network's weights."""

# --8<-- [start:fit]
from collections.abc import Iterable

import torch
import torch.nn.functional as F
from torch import nn


def fit(
    model: nn.Module,
    parameters: Iterable,
    images: torch.Tensor,
    labels: torch.Tensor,
    steps: int,
    lr: float,
    seed: int,
    batch: int = 64,
) -> None:
    """Take steps with AdamW on batches drawn with replacement; the mode stays."""
    draw = torch.Generator().manual_seed(seed)
    optimizer = torch.optim.AdamW(parameters, lr=lr)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, steps)
    for _ in range(steps):
        chosen = torch.randint(len(labels), (batch,), generator=draw).to(labels.device)
        optimizer.zero_grad()
        loss = F.cross_entropy(model(images[chosen]), labels[chosen])
        loss.backward()
        optimizer.step()
        scheduler.step()


@torch.inference_mode()
def accuracy(model: nn.Module, images: torch.Tensor, labels: torch.Tensor) -> float:
    """Return the share of images whose largest logit is their label's."""
    model.eval()
    answers = torch.cat([model(part).argmax(dim=1) for part in images.split(250)])
    return (answers == labels).float().mean().item()


# --8<-- [end:fit]
