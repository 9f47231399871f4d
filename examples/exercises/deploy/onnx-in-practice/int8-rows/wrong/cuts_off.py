"""Cuts off instead of rounding."""

# hint: the nearest whole number: round before you convert
import torch


def quantize_rows(weight: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    scales = weight.abs().amax(dim=1) / 127
    return (weight / scales.unsqueeze(1)).to(torch.int8), scales
