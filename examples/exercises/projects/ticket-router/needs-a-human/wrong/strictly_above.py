"""Routes only what is above the threshold."""

# hint: among the routed
import torch


def threshold(probabilities: torch.Tensor, labels: torch.Tensor, limit: float) -> float:
    confidences, answers = probabilities.max(dim=1)
    for candidate in confidences.unique():
        if (answers != labels)[confidences > candidate].float().mean() <= limit:
            return candidate.item()
    return float("inf")
