"""Adds up ticket by ticket, also between tickets of the same confidence."""

# hint: above the limit
import torch


def threshold(probabilities: torch.Tensor, labels: torch.Tensor, limit: float) -> float:
    confidences, answers = probabilities.max(dim=1)
    order = confidences.argsort(descending=True, stable=True)
    shares = (answers != labels)[order].cumsum(dim=0) / torch.arange(1, len(labels) + 1)
    kept = (shares <= limit).nonzero()
    return confidences[order][kept.max()].item() if len(kept) else float("inf")
