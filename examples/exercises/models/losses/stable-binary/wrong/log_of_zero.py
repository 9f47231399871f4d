"""Takes the formula as it stands."""

# hint: something became infinite
import torch


def binary_loss(logits: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    p = torch.sigmoid(logits)
    return -torch.where(targets == 1, p.log(), (1 - p).log()).mean()
