"""Diffusion: mix pictures with noise, learn the way back, and go it."""

# --8<-- [start:mix]
import math
from itertools import pairwise

import torch
from torch import nn

from unet import UNet

QUARTER = math.pi / 2


def mix(
    picture: torch.Tensor, noise: torch.Tensor, angle: torch.Tensor
) -> torch.Tensor:
    """Angle 0 is the picture alone, a quarter of a circle the noise alone."""
    angle = angle.view(-1, 1, 1, 1)
    return angle.cos() * picture + angle.sin() * noise


# --8<-- [end:mix]


# --8<-- [start:loss]
class Diffusion(nn.Module):
    def __init__(self, channels: int, classes: int, width: int = 32) -> None:
        super().__init__()
        self.channels = channels
        self.unet = UNet(channels, classes, width)

    def loss(self, x: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
        angle = (QUARTER * torch.rand(len(x))).to(x.device)
        noise = torch.randn(x.shape).to(x.device)
        hidden = (torch.rand(len(x)) < 0.15).to(x.device)
        labels = labels.masked_fill(hidden, self.unet.no_class)
        answer = self.unet(mix(x, noise, angle), angle, labels)
        return (answer - mix(noise, -x, angle)).square().mean()


# --8<-- [end:loss]


# --8<-- [start:sample]
@torch.inference_mode()
def sample(
    model: Diffusion,
    noise: torch.Tensor,
    labels: torch.Tensor,
    guidance: float = 1.0,
    steps: int = 20,
) -> torch.Tensor:
    """Go from noise to pictures; guidance 0 asks for no class."""
    model.eval()
    x = noise
    angles = torch.linspace(QUARTER, 0, steps + 1, device=x.device)
    for angle, following in pairwise(angles):
        answer = direction(model, x, angle.expand(len(x)), labels, guidance)
        picture = (angle.cos() * x - angle.sin() * answer).clamp(-1, 1)
        noise = (x - angle.cos() * picture) / angle.sin()
        x = mix(picture, noise, following.expand(len(x)))
    return x


def direction(
    model: Diffusion,
    x: torch.Tensor,
    angles: torch.Tensor,
    labels: torch.Tensor,
    guidance: float,
) -> torch.Tensor:
    if guidance == 1:
        return model.unet(x, angles, labels)
    without = model.unet(x, angles, torch.full_like(labels, model.unet.no_class))
    if guidance == 0:
        return without
    return without + guidance * (model.unet(x, angles, labels) - without)


# --8<-- [end:sample]
