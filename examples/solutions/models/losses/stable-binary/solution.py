"""The exponent is never positive; at 0, maximum halves the gradient as it should."""

import torch


def binary_loss(logits: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    zero = torch.zeros_like(logits)
    minus_log_p = torch.maximum(-logits, zero) + torch.log1p(torch.exp(-logits.abs()))
    return ((1 - targets) * logits + minus_log_p).mean()
