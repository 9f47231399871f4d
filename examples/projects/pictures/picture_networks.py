"""A small convolutional network, and the ResNet-18 of torchvision."""

# --8<-- [start:small]
import torch
from torch import nn


class Normalize(nn.Module):
    """Pixels from 0 to 255 in; about mean 0 and deviation 1 of each colour out."""

    def __init__(self, pixels: torch.Tensor | None = None) -> None:
        super().__init__()
        numbers = torch.zeros(2, 3, 1, 1) if pixels is None else pixels.float()
        self.register_buffer("mean", numbers.mean((0, 2, 3)).reshape(3, 1, 1))
        self.register_buffer("std", numbers.std((0, 2, 3)).reshape(3, 1, 1))

    def forward(self, pixels: torch.Tensor) -> torch.Tensor:
        return (pixels - self.mean) / self.std


class SmallCNN(nn.Module):
    """Pictures (N, 3, height, width) in, logits (N, classes) out."""

    def __init__(self, classes: int, pixels: torch.Tensor | None = None) -> None:
        super().__init__()
        layers: list[nn.Module] = [Normalize(pixels)]
        for before, after in ((3, 16), (16, 32), (32, 64), (64, 64)):
            layers += [nn.Conv2d(before, after, 3, padding=1, bias=False)]
            layers += [nn.BatchNorm2d(after), nn.ReLU()]
            if after < 64:
                layers += [nn.MaxPool2d(2)]
        self.body = nn.Sequential(*layers)
        self.head = nn.Linear(64, classes)

    def forward(self, pixels: torch.Tensor) -> torch.Tensor:
        return self.head(self.body(pixels).mean((2, 3)))


# --8<-- [end:small]

# --8<-- [start:resnet]
from torchvision.models import ResNet18_Weights, resnet18


def resnet(
    classes: int, pixels: torch.Tensor | None = None, pretrained: bool = False
) -> nn.Sequential:
    """ResNet-18 from random weights, or from those that were trained on ImageNet."""
    weights = ResNet18_Weights.DEFAULT if pretrained else None
    body, normalize = resnet18(weights=weights), Normalize(pixels)
    if weights:
        known = weights.transforms()
        normalize.mean = 255 * torch.tensor(known.mean).reshape(3, 1, 1)
        normalize.std = 255 * torch.tensor(known.std).reshape(3, 1, 1)
    body.fc = nn.Linear(body.fc.in_features, classes)
    return nn.Sequential(normalize, body)


# --8<-- [end:resnet]
