# hint: targets between 0 and 1 count too
import torch


def binary_loss(logits: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    return torch.nn.functional.softplus(torch.where(targets == 1, -logits, logits)).mean()
