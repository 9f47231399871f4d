"""Compare two sets of pictures by the features of a trained network."""

# --8<-- [start:networks]
from pathlib import Path

import torch
from safetensors.torch import load_file
from torch import nn
from torch.nn import functional as F

PROJECTS = Path(__file__).resolve().parents[1]


class Normalize(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("mean", torch.zeros(3, 1, 1))
        self.register_buffer("std", torch.ones(3, 1, 1))

    def forward(self, pixels: torch.Tensor) -> torch.Tensor:
        return (pixels - self.mean) / self.std


class EmojiNetwork(nn.Module):
    """The network of projects/pictures: pixels from 0 to 255, 32 by 32."""

    def __init__(self) -> None:
        super().__init__()
        layers: list[nn.Module] = [Normalize()]
        for before, after in ((3, 16), (16, 32), (32, 64), (64, 64)):
            layers += [nn.Conv2d(before, after, 3, padding=1, bias=False)]
            layers += [nn.BatchNorm2d(after), nn.ReLU()]
            if after < 64:
                layers += [nn.MaxPool2d(2)]
        self.body = nn.Sequential(*layers)
        self.head = nn.Linear(64, 9)

    def features(self, pixels: torch.Tensor) -> torch.Tensor:
        return self.body(F.interpolate(pixels.float(), 32, mode="bilinear")).mean(
            (2, 3)
        )


class Block(nn.Module):
    def __init__(self, before: int, after: int, stride: int) -> None:
        super().__init__()
        self.conv1 = nn.Conv2d(before, after, 3, stride, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(after)
        self.conv2 = nn.Conv2d(after, after, 3, padding=1, bias=False)
        self.bn2 = nn.BatchNorm2d(after)
        same = nn.Identity()
        self.around = same if stride == 1 else nn.Conv2d(before, after, 1, stride)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        hidden = self.bn2(self.conv2(self.bn1(self.conv1(x)).relu()))
        return (hidden + self.around(x)).relu()


class ClothesNetwork(nn.Module):
    """The network of projects/transfer-learning: values from 0 to 1, 28 by 28."""

    def __init__(self) -> None:
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
        self.head = nn.Linear(64, 10)

    def features(self, pixels: torch.Tensor) -> torch.Tensor:
        return self.body(F.interpolate(pixels / 255, 28, mode="bilinear"))


# --8<-- [end:networks]


# --8<-- [start:judge]
def judge(source: str) -> EmojiNetwork | ClothesNetwork:
    """Return the trained network that knows these pictures."""
    if source == "emoji":
        network = EmojiNetwork()
        file = PROJECTS / "pictures/emoji_groups.safetensors"
    else:
        network = ClothesNetwork()
        file = PROJECTS / "transfer-learning/clothing_resnet.safetensors"
    network.load_state_dict(load_file(file))
    return network.eval()


# --8<-- [end:judge]


# --8<-- [start:frechet]
def root(matrix: torch.Tensor) -> torch.Tensor:
    """The square root of a symmetric matrix without negative eigenvalues."""
    values, vectors = torch.linalg.eigh(matrix)
    return vectors * values.clamp(min=0).sqrt() @ vectors.mT


def frechet(one: torch.Tensor, other: torch.Tensor) -> float:
    """The squared Fréchet distance of two clouds (N, features), taken as normal."""
    one, other = one.double(), other.double()
    between = (one.mean(0) - other.mean(0)).square().sum()
    first, second = one.T.cov(), other.T.cov()
    half = root(first)
    middle = root(half @ second @ half)
    return (between + (first + second - 2 * middle).trace()).item()


# --8<-- [end:frechet]


# --8<-- [start:nearest]
def nearest(pixels: torch.Tensor, known: torch.Tensor) -> torch.Tensor:
    """How far each picture is from the most alike known one: 0 the same, 1 opposite."""
    flat, others = (some.flatten(1).double() / 255 for some in (pixels, known))
    return torch.cdist(flat, others).amin(1) / flat.shape[1] ** 0.5


# --8<-- [end:nearest]
