"""One branch for each task: the loss, the shape, the dtype."""

import torch
from torch.nn import functional as F


def loss_for(task: str, outputs: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    if task == "price":
        return F.mse_loss(outputs.squeeze(1), targets)
    if task == "outliers":
        return F.l1_loss(outputs.squeeze(1), targets)
    if task == "digit":
        return F.cross_entropy(outputs, targets.squeeze(1))
    if task == "spam":
        return F.binary_cross_entropy_with_logits(outputs.squeeze(1), targets.float())
    if task == "tags":
        return F.binary_cross_entropy_with_logits(outputs, targets.float())
    if task == "words":
        return F.cross_entropy(outputs.transpose(1, 2), targets, ignore_index=-1)
    raise ValueError(f"unknown task {task!r}")
