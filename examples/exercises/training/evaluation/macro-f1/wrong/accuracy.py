"""Counts all samples together."""

# hint: this is the accuracy
import torch


def macro_f1(predictions: torch.Tensor, targets: torch.Tensor) -> float:
    return (predictions == targets).float().mean().item()
