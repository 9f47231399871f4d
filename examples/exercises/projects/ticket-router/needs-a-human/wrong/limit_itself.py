"""Takes the probability for the share of right answers."""

# hint: look at every candidate
import torch


def threshold(probabilities: torch.Tensor, labels: torch.Tensor, limit: float) -> float:
    confidences, _ = probabilities.max(dim=1)
    sure = confidences[confidences >= 1 - limit]
    return sure.min().item() if len(sure) else float("inf")
