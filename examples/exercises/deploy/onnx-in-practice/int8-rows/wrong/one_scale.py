"""One scale for all rows."""

# hint: this is one scale for the whole weight
import torch


def quantize_rows(weight: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    scales = (weight.abs().max() / 127).repeat(len(weight))
    return (weight / scales.unsqueeze(1)).round().to(torch.int8), scales
