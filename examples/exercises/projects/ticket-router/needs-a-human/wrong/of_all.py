"""Divides by all tickets, not by the routed ones."""

# hint: among the routed tickets
import torch


def threshold(probabilities: torch.Tensor, labels: torch.Tensor, limit: float) -> float:
    confidences, answers = probabilities.max(dim=1)
    wrong = answers != labels
    for candidate in confidences.unique():
        if wrong[confidences >= candidate].sum() / len(labels) <= limit:
            return candidate.item()
    return float("inf")
