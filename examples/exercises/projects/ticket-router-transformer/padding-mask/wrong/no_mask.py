"""Takes the mean of everything."""

# hint: add up the pieces alone
import torch


def masked_mean(hidden: torch.Tensor, attention_mask: torch.Tensor) -> torch.Tensor:
    return hidden.mean(dim=1)
