"""A residual network in small: 28 by 28 pixels, three blocks, ten classes."""

# --8<-- [start:block]
import torch
from torch import nn


class Block(nn.Module):
    """Two convolutions, and a path around them."""

    def __init__(self, channels_in: int, channels_out: int, stride: int):
        super().__init__()
        self.conv1 = nn.Conv2d(
            channels_in, channels_out, 3, stride, padding=1, bias=False
        )
        self.bn1 = nn.BatchNorm2d(channels_out)
        self.conv2 = nn.Conv2d(channels_out, channels_out, 3, padding=1, bias=False)
        self.bn2 = nn.BatchNorm2d(channels_out)
        self.around = (
            nn.Identity()
            if stride == 1
            else nn.Conv2d(channels_in, channels_out, 1, stride)
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.bn1(self.conv1(x)).relu()
        return (self.bn2(self.conv2(y)) + self.around(x)).relu()


# --8<-- [end:block]


# --8<-- [start:network]
class SmallResNet(nn.Module):
    """Images (N, 1, 28, 28) from 0 to 1 in, 64 features of body, logits of head out."""

    def __init__(self, classes: int = 10):
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(1, 16, 3, stride=2, padding=1, bias=False),
            nn.BatchNorm2d(16),
            nn.ReLU(),
            Block(16, 16, stride=1),
            Block(16, 32, stride=2),
            Block(32, 64, stride=2),
            nn.AdaptiveAvgPool2d(1),
            nn.Flatten(),
        )
        self.head = nn.Linear(64, classes)

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        return self.head(self.body(images))


# --8<-- [end:network]
