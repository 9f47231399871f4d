"""Gives gather an index with too few axes."""

# hint: Index tensor must have the same number of dimensions as input tensor
import torch


def label_logits(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    return logits.gather(2, labels)
