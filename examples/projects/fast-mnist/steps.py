"""The guides' loop on MNIST, and what was tried to make it faster."""

# --8<-- [start:guides]
import sys
from collections.abc import Callable
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.utils.data import TensorDataset

sys.path.append(str(Path(__file__).resolve().parents[1] / "mnist"))

from model import MLP
from train import fit


def guides(images: Tensor, labels: Tensor, epochs: int = 10) -> nn.Module:
    """The loop of projects/mnist. One image is its test, so that training is timed."""
    train_set, one = (
        TensorDataset(images, labels),
        TensorDataset(images[:1], labels[:1]),
    )
    seed, cpu = torch.initial_seed(), torch.device("cpu")
    return fit(train_set, one, epochs, seed, cpu, report=lambda line: None)[0]


def one_epoch(images: Tensor, labels: Tensor) -> nn.Module:
    """A tenth of the loop: what verify.py runs beside an entry."""
    return guides(images, labels, epochs=1)


# --8<-- [end:guides]


# --8<-- [start:sliced]
def sliced(images: Tensor, labels: Tensor, epochs: int = 10) -> nn.Module:
    model = MLP()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for _ in range(epochs):
        for rows in torch.randperm(len(images)).split(64):
            optimizer.zero_grad()
            F.cross_entropy(model(images[rows]), labels[rows]).backward()
            optimizer.step()
    return model


# --8<-- [end:sliced]


# --8<-- [start:fused]
def fused(
    images: Tensor, labels: Tensor, epochs: int = 10, batch: int = 64
) -> nn.Module:
    model = MLP()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3, fused=True)
    for _ in range(epochs):
        for rows in torch.randperm(len(images)).split(batch):
            optimizer.zero_grad()
            F.cross_entropy(model(images[rows]), labels[rows]).backward()
            optimizer.step()
    return model


# --8<-- [end:fused]


# --8<-- [start:one-cycle]
def one_cycle(
    images: Tensor,
    labels: Tensor,
    epochs: int = 10,
    batch: int = 256,
    peak: float = 0.012,
    network: Callable[[], nn.Module] = MLP,
) -> nn.Module:
    model = network()
    optimizer = torch.optim.Adam(model.parameters(), fused=True)
    steps = epochs * -(-len(images) // batch)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, peak, total_steps=steps)
    for _ in range(epochs):
        for rows in torch.randperm(len(images)).split(batch):
            optimizer.zero_grad()
            F.cross_entropy(model(images[rows]), labels[rows]).backward()
            optimizer.step()
            schedule.step()
    return model


# --8<-- [end:one-cycle]


# --8<-- [start:short]
def short(images: Tensor, labels: Tensor) -> nn.Module:
    """Four epochs instead of ten."""
    return one_cycle(images, labels, epochs=4)


def fast(images: Tensor, labels: Tensor) -> nn.Module:
    """As short, without dropout."""
    return one_cycle(images, labels, epochs=4, network=lambda: MLP(dropout=0.0))


# --8<-- [end:short]


# --8<-- [start:tried]
class InBfloat16(MLP):
    def forward(self, images: Tensor) -> Tensor:
        with torch.autocast("cpu", torch.bfloat16):
            return super().forward(images).float()


def bfloat16(images: Tensor, labels: Tensor, epochs: int = 4) -> nn.Module:
    return one_cycle(images, labels, epochs, network=lambda: InBfloat16(dropout=0.0))


def compiled(images: Tensor, labels: Tensor) -> nn.Module:
    return one_cycle(
        images, labels, epochs=4, network=lambda: torch.compile(MLP(dropout=0.0))
    )


# --8<-- [end:tried]
