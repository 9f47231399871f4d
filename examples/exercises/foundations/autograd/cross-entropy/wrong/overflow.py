"""Right for small logits; exp overflows for large ones."""

# hint: exp of a large number is inf
import torch


def cross_entropy_gradient(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    powers = logits.exp()
    one_hot = torch.nn.functional.one_hot(labels, logits.shape[1])
    return (powers / powers.sum(dim=1, keepdim=True) - one_hot) / len(logits)
