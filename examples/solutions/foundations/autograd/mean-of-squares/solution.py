"""By hand: 2 * x / x.numel(), which is x / 6 for the 12 elements of shape (4, 3)."""

import torch


def gradient_of_mean_square(x: torch.Tensor) -> torch.Tensor:
    leaf = x.detach().clone().requires_grad_()
    (leaf**2).mean().backward()
    return leaf.grad
