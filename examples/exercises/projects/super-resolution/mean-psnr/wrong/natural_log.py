"""Takes the natural logarithm."""

# hint: log is the natural logarithm; decibels need log10
import torch


def mean_psnr(images: torch.Tensor, targets: torch.Tensor) -> float:
    error = (images.float() - targets.float()).square().mean(dim=(1, 2, 3))
    return (10 * (255**2 / error).log()).mean().item()
