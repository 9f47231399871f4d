"""Leaves the axis of size 1 in the result."""

# hint: the shape should be
import torch


def label_logits(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    return logits.gather(dim=2, index=labels[:, :, None])
