"""Forgets the label's own term."""

# hint: subtract 1 at the label of each row
import torch


def cross_entropy_gradient(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    return torch.softmax(logits, dim=1) / len(logits)
