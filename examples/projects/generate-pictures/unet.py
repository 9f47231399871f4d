"""A small U-Net that is told how much noise there is, and which class is asked for."""

# --8<-- [start:block]
import torch
from torch import nn
from torch.nn import functional as F


class Block(nn.Module):
    """Two convolutions beside a shortcut; what is told scales and shifts between."""

    def __init__(self, before: int, after: int, told: int) -> None:
        super().__init__()
        self.norm1 = nn.GroupNorm(8, before)
        self.conv1 = nn.Conv2d(before, after, 3, padding=1)
        self.told = nn.Linear(told, 2 * after)
        self.norm2 = nn.GroupNorm(8, after)
        self.conv2 = nn.Conv2d(after, after, 3, padding=1)
        same = before == after
        self.shortcut = nn.Identity() if same else nn.Conv2d(before, after, 1)

    def forward(self, x: torch.Tensor, told: torch.Tensor) -> torch.Tensor:
        scale, shift = self.told(told)[:, :, None, None].chunk(2, dim=1)
        hidden = self.conv1(F.silu(self.norm1(x)))
        hidden = self.norm2(hidden) * (1 + scale) + shift
        return self.shortcut(x) + self.conv2(F.silu(hidden))


# --8<-- [end:block]


# --8<-- [start:unet]
class UNet(nn.Module):
    """Noisy pictures, angles (N,) and labels (N,) in; directions out."""

    def __init__(self, channels: int, classes: int, width: int = 32) -> None:
        super().__init__()
        wide, told = 2 * width, 64
        self.no_class = classes
        self.label = nn.Embedding(classes + 1, told)
        self.angle = nn.Sequential(
            nn.Linear(16, told), nn.SiLU(), nn.Linear(told, told)
        )
        self.first = nn.Conv2d(4 * channels, width, 3, padding=1)
        self.down1 = Block(width, width, told)
        self.smaller = nn.Conv2d(width, wide, 3, stride=2, padding=1)
        self.down2 = Block(wide, wide, told)
        self.middle = Block(wide, wide, told)
        self.up2 = Block(2 * wide, wide, told)
        self.larger = nn.Conv2d(wide, width, 1)
        self.up1 = Block(2 * width, width, told)
        self.last = nn.Conv2d(width, 4 * channels, 3, padding=1)

    def forward(
        self, x: torch.Tensor, angles: torch.Tensor, labels: torch.Tensor
    ) -> torch.Tensor:
        waves = angles[:, None] * torch.arange(1, 9, device=x.device)
        waves = torch.cat((waves.sin(), waves.cos()), dim=1)
        told = F.silu(self.angle(waves) + self.label(labels))
        x = self.first(F.pixel_unshuffle(x, 2))
        fine = self.down1(x, told)
        coarse = self.down2(self.smaller(fine), told)
        x = self.middle(coarse, told)
        x = self.up2(torch.cat((x, coarse), dim=1), told)
        x = F.interpolate(self.larger(x), scale_factor=2.0)
        x = self.up1(torch.cat((x, fine), dim=1), told)
        return F.pixel_shuffle(self.last(x), 2)


# --8<-- [end:unet]
