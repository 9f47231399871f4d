"""Try every confidence, from the lowest up.

The first that keeps the limit is the answer.
"""

import torch


def threshold(probabilities: torch.Tensor, labels: torch.Tensor, limit: float) -> float:
    confidences, answers = probabilities.max(dim=1)
    wrong = answers != labels
    for candidate in confidences.unique():
        if wrong[confidences >= candidate].float().mean() <= limit:
            return candidate.item()
    return float("inf")
