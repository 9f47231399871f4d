"""Subtracts bytes, which wrap around below zero."""

# hint: 3 - 5 is 254 in bytes
import torch


def mean_psnr(images: torch.Tensor, targets: torch.Tensor) -> float:
    error = (images - targets).float().square().mean(dim=(1, 2, 3))
    return (10 * (255**2 / error).log10()).mean().item()
