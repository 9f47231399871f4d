"""One divisor for each row."""

# hint: one number for all of x, not one for each row
import torch


def limit(x: torch.Tensor) -> torch.Tensor:
    return x / x.abs().amax(dim=1, keepdim=True).clamp(min=1)
