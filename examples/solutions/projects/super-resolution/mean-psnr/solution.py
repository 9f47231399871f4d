"""The logarithm comes before the mean over the images, the mean over the pixels before the logarithm."""

import torch


def mean_psnr(images: torch.Tensor, targets: torch.Tensor) -> float:
    error = (images.float() - targets.float()).square().mean(dim=(1, 2, 3))
    return (10 * (255**2 / error).log10()).mean().item()
