"""First the mean over the pixels, then the logarithm, then the mean over the images."""

import torch


def mean_psnr(images: torch.Tensor, targets: torch.Tensor) -> float:
    error = (images.float() - targets.float()).square().mean(dim=(1, 2, 3))
    return (10 * (255**2 / error).log10()).mean().item()
