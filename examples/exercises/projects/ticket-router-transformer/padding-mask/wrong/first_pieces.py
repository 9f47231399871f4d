"""Takes it that padding is at the end."""

# hint: add up the pieces alone
import torch


def masked_mean(hidden: torch.Tensor, attention_mask: torch.Tensor) -> torch.Tensor:
    rows = [row[: mask.sum()].mean(dim=0) for row, mask in zip(hidden, attention_mask)]
    return torch.stack(rows)
