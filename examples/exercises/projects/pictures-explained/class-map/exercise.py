"""Compute the map of Grad-CAM."""

import torch


def class_map(features: torch.Tensor, gradients: torch.Tensor) -> torch.Tensor:
    """Return how much each place spoke for the class: (N, height, width).

    Both arguments are (N, channels, height, width): what a layer returned, and the
    gradient of one logit of each picture by it. A channel weighs as much as the mean of
    its gradient over the places of that picture. What is below 0 in the sum is 0.
    """
