"""Divides zero by zero for a class that is never predicted."""

# hint: a class that is never predicted has no precision
import torch


def macro_f1(predictions: torch.Tensor, targets: torch.Tensor) -> float:
    scores = []
    for label in torch.cat([predictions, targets]).unique():
        predicted, true = predictions == label, targets == label
        both = (predicted & true).sum()
        precision, recall = both / predicted.sum(), both / true.sum()
        scores.append(2 * precision * recall / (precision + recall))
    return torch.stack(scores).mean().item()
