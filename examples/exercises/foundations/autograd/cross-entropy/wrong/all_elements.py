"""Divides by the number of elements instead of the number of rows."""

# hint: one row gives softmax minus one-hot, the batch divides that by the number of rows
import torch


def cross_entropy_gradient(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    one_hot = torch.nn.functional.one_hot(labels, logits.shape[1])
    return (torch.softmax(logits, dim=1) - one_hot) / logits.numel()
