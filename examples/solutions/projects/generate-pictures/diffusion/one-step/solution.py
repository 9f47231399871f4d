"""Mixed and direction are picture and noise, turned; so turn them back."""

import math

import torch


def one_step(
    mixed: torch.Tensor, direction: torch.Tensor, angle: float, following: float
) -> torch.Tensor:
    picture = math.cos(angle) * mixed - math.sin(angle) * direction
    noise = math.sin(angle) * mixed + math.cos(angle) * direction
    return math.cos(following) * picture + math.sin(following) * noise
