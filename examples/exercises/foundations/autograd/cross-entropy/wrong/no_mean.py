"""Forgets that the loss is a mean."""

# hint: the loss is the mean over the rows
import torch


def cross_entropy_gradient(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    one_hot = torch.nn.functional.one_hot(labels, logits.shape[1])
    return torch.softmax(logits, dim=1) - one_hot
