"""Forgets that the largest weight may be negative."""

# hint: the largest absolute value may belong to a negative weight
import torch


def quantize_rows(weight: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    scales = weight.amax(dim=1) / 127
    return (weight / scales.unsqueeze(1)).round().clamp(-128, 127).to(torch.int8), scales
