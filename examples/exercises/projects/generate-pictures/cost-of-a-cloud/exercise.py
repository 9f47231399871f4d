"""What a cloud costs beside the one that codes are drawn from."""

import torch


def cost_of_a_cloud(mean: torch.Tensor, log_std: torch.Tensor) -> torch.Tensor:
    """Return what each picture's cloud costs, in nats: shape (N,).

    mean and log_std are (N, size). Each of a cloud's numbers costs
    (mean² + std² - 1) / 2 - log_std, and the numbers of a picture add up.
    """
