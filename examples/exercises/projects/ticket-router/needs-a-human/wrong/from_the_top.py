"""Stops at the first mistake too many, from the highest confidence down."""

# hint: look at every candidate
import torch


def threshold(probabilities: torch.Tensor, labels: torch.Tensor, limit: float) -> float:
    confidences, answers = probabilities.max(dim=1)
    best = float("inf")
    for candidate in confidences.unique().flip(0):
        if (answers != labels)[confidences >= candidate].float().mean() > limit:
            break
        best = candidate.item()
    return best
