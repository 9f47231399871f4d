"""Counts class numbers that occur nowhere."""

# hint: classes that occur in the predictions or in the targets count
import torch


def macro_f1(predictions: torch.Tensor, targets: torch.Tensor) -> float:
    scores = []
    for label in range(int(torch.cat([predictions, targets]).max()) + 1):
        predicted, true = predictions == label, targets == label
        both = (predicted & true).sum().item()
        scores.append(2 * both / max(1, predicted.sum().item() + true.sum().item()))
    return sum(scores) / len(scores)
