"""Weights each class by the number of its samples."""

# hint: classes are weighted by their size
import torch


def macro_f1(predictions: torch.Tensor, targets: torch.Tensor) -> float:
    total = 0.0
    for label in targets.unique():
        predicted, true = predictions == label, targets == label
        both = (predicted & true).sum().item()
        f1 = 2 * both / (predicted.sum().item() + true.sum().item())
        total += f1 * true.sum().item() / len(targets)
    return total
