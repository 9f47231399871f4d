"""2 TP / (predicted + true) needs no case of its own.

A class that occurs has a denominator above zero.
"""

import torch


def macro_f1(predictions: torch.Tensor, targets: torch.Tensor) -> float:
    scores = []
    for label in torch.cat([predictions, targets]).unique():
        predicted, true = predictions == label, targets == label
        both = (predicted & true).sum().item()
        scores.append(2 * both / (predicted.sum().item() + true.sum().item()))
    return sum(scores) / len(scores)
