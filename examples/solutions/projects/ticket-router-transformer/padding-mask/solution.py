"""Zero where the mask is 0; divide the sum by the pieces, not by the row's length."""

import torch


def masked_mean(hidden: torch.Tensor, attention_mask: torch.Tensor) -> torch.Tensor:
    mask = attention_mask.unsqueeze(-1)
    return hidden.masked_fill(mask == 0, 0).sum(dim=1) / mask.sum(dim=1)
