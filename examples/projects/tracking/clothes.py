"""Train a small network on pictures of clothes, as its settings say."""

# --8<-- [start:data]
import gzip
from pathlib import Path

import torch
from torch.utils.data import TensorDataset

FOLDER = Path(__file__).resolve().parents[2] / "data/fashion-mnist-subset"


def read(name: str, offset: int) -> torch.Tensor:
    content = gzip.decompress((FOLDER / f"{name}-ubyte.gz").read_bytes())
    return torch.frombuffer(bytearray(content), dtype=torch.uint8, offset=offset)


def load(part: str) -> TensorDataset:
    """The images (N, 784), 0 to 1, and the labels of "train" or "t10k"."""
    images = read(f"{part}-images-idx3", 16).reshape(-1, 784) / 255
    return TensorDataset(images, read(f"{part}-labels-idx1", 8).long())


# --8<-- [end:data]

# --8<-- [start:run]
from collections.abc import Callable
from dataclasses import dataclass

from torch import nn
from torch.nn import functional as F


@dataclass(frozen=True)
class Settings:
    lr: float = 0.1
    width: int = 64
    dropout: float = 0.0
    seed: int = 0


def accuracy(model: nn.Module, data: TensorDataset) -> float:
    images, labels = data.tensors
    with torch.inference_mode():
        return (model.eval()(images).argmax(dim=1) == labels).float().mean().item()


def run(
    settings: Settings,
    training: TensorDataset,
    validation: TensorDataset,
    epochs: int = 5,
    report: Callable[[int, dict[str, float]], None] = lambda epoch, row: None,
) -> nn.Module:
    """Train on the CPU; report loss and validation accuracy of each epoch, from 1."""
    torch.manual_seed(settings.seed)
    model = nn.Sequential(
        nn.Linear(784, settings.width),
        nn.ReLU(),
        nn.Dropout(settings.dropout),
        nn.Linear(settings.width, 10),
    )
    optimizer = torch.optim.SGD(model.parameters(), settings.lr, momentum=0.9)
    images, labels = training.tensors
    for epoch in range(1, epochs + 1):
        model.train()
        total = torch.zeros(())
        batches = torch.randperm(len(labels)).split(50)
        for batch in batches:
            loss = F.cross_entropy(model(images[batch]), labels[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.detach()
        mean = total.item() / len(batches)
        report(epoch, {"loss": mean, "accuracy": accuracy(model, validation)})
    return model


# --8<-- [end:run]
