"""Takes the sum instead of the mean."""

# hint: that is the gradient of the sum; the mean divides by the number of elements
import torch


def gradient_of_mean_square(x: torch.Tensor) -> torch.Tensor:
    leaf = x.detach().clone().requires_grad_()
    (leaf**2).sum().backward()
    return leaf.grad
