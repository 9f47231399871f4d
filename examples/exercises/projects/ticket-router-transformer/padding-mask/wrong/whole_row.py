"""Divides by the length of the row."""

# hint: not by the length of the row
import torch


def masked_mean(hidden: torch.Tensor, attention_mask: torch.Tensor) -> torch.Tensor:
    return hidden.masked_fill(attention_mask.unsqueeze(-1) == 0, 0).mean(dim=1)
