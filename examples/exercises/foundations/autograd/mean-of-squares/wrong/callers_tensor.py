"""Turns the caller's tensor into a leaf that requires gradients."""

# hint: x itself has changed
import torch


def gradient_of_mean_square(x: torch.Tensor) -> torch.Tensor:
    x.requires_grad_()
    (x**2).mean().backward()
    return x.grad
