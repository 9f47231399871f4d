"""Divides by the number of rows."""

# hint: the mean of n squares has the gradient 2 * x / n, where n counts all elements
import torch


def gradient_of_mean_square(x: torch.Tensor) -> torch.Tensor:
    return 2 * x / len(x)
