"""Label minus prediction."""

# hint: the sign is wrong
import torch


def cross_entropy_gradient(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    one_hot = torch.nn.functional.one_hot(labels, logits.shape[1])
    return (one_hot - torch.softmax(logits, dim=1)) / len(logits)
