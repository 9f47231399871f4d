"""One step from noise towards a picture."""

import torch


def one_step(
    mixed: torch.Tensor, direction: torch.Tensor, angle: float, following: float
) -> torch.Tensor:
    """Return the mix at the angle following.

    mixed is cos(angle) * picture + sin(angle) * noise, and direction is
    cos(angle) * noise - sin(angle) * picture. Get picture and noise of them, and mix
    them anew. No value is cut off.
    """
