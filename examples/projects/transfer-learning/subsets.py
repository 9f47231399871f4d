"""Three small sets of images, 28 by 28, values from 0 to 1."""

# --8<-- [start:load]
import gzip
from pathlib import Path

import torch
import torch.nn.functional as F
from sklearn.datasets import load_digits

DATA = Path(__file__).resolve().parents[2] / "data"
MNIST, CLOTHING = DATA / "mnist-subset", DATA / "fashion-mnist-subset"


def load(folder: Path, part: str) -> tuple[torch.Tensor, torch.Tensor]:
    """Return images and labels of one part, "train" or "t10k", of a folder."""
    pixels = gzip.decompress((folder / f"{part}-images-idx3-ubyte.gz").read_bytes())
    labels = gzip.decompress((folder / f"{part}-labels-idx1-ubyte.gz").read_bytes())
    images = torch.frombuffer(bytearray(pixels), dtype=torch.uint8, offset=16).reshape(
        -1, 1, 28, 28
    )
    return images / 255, torch.frombuffer(
        bytearray(labels), dtype=torch.uint8, offset=8
    ).long()


def scans(part: str) -> tuple[torch.Tensor, torch.Tensor]:
    """Return scikit-learn's digits in MNIST's size: 1,000 to "train", 797 to "test"."""
    images, labels = map(torch.from_numpy, load_digits(return_X_y=True))
    images = F.interpolate(
        images.float().reshape(-1, 1, 8, 8) / 16, size=(20, 20), mode="bilinear"
    )
    order = torch.randperm(len(images), generator=torch.Generator().manual_seed(0))
    order = order[:1000] if part == "train" else order[1000:]
    return F.pad(images, (4, 4, 4, 4))[order], labels[order]


def few(
    images: torch.Tensor, labels: torch.Tensor, each: int, seed: int
) -> tuple[torch.Tensor, torch.Tensor]:
    """Return as many images of each class as each says, drawn at random."""
    order = torch.randperm(len(labels), generator=torch.Generator().manual_seed(seed))
    chosen = torch.cat(
        [order[labels[order] == label][:each] for label in labels.unique()]
    )
    return images[chosen], labels[chosen]


# --8<-- [end:load]
