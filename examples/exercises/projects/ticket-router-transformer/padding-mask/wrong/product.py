"""Multiplies by the mask."""

# hint: nan times 0 is nan
import torch


def masked_mean(hidden: torch.Tensor, attention_mask: torch.Tensor) -> torch.Tensor:
    mask = attention_mask.unsqueeze(-1)
    return (hidden * mask).sum(dim=1) / mask.sum(dim=1)
