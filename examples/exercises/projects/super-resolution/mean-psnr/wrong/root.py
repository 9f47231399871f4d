"""Takes the root of the squared error, which halves the decibels."""

# hint: twice the decibels
import torch


def mean_psnr(images: torch.Tensor, targets: torch.Tensor) -> float:
    error = (images.float() - targets.float()).square().mean(dim=(1, 2, 3)).sqrt()
    return (10 * (255 / error).log10()).mean().item()
