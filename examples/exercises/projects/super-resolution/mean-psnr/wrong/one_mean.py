"""Averages the error of all images before the logarithm."""

# hint: the logarithm of each image's error comes before the mean over the images
import torch


def mean_psnr(images: torch.Tensor, targets: torch.Tensor) -> float:
    error = (images.float() - targets.float()).square().mean()
    return (10 * (255**2 / error).log10()).item()
