"""The accuracy of the MNIST network after 2 and 10 epochs, one change at a time."""

import os
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import torch
from torch import nn

FILES = [
    "projects/mnist/data.py",
    "projects/mnist/download.py",
    "projects/mnist/model.py",
    "projects/mnist/train.py",
]
PROJECT = Path(__file__).resolve().parents[1] / "projects/mnist"
Optimizer = torch.optim.Optimizer


def batch_norm() -> nn.Sequential:
    """The network of projects/mnist with nn.BatchNorm1d before each activation."""
    first = (nn.Linear(784, 256), nn.BatchNorm1d(256), nn.ReLU(), nn.Dropout(0.2))
    second = (nn.Linear(256, 128), nn.BatchNorm1d(128), nn.ReLU(), nn.Dropout(0.2))
    return nn.Sequential(nn.Flatten(), *first, *second, nn.Linear(128, 10))


class Bfloat16(nn.Module):
    """A network whose forward pass runs under autocast; its logits are float32."""

    def __init__(self, network: nn.Module):
        super().__init__()
        self.network = network

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        with torch.autocast(images.device.type, dtype=torch.bfloat16):
            logits = self.network(images)
        return logits.float()


def adam(model: nn.Module, lr: float = 1e-3) -> Optimizer:
    return torch.optim.Adam(model.parameters(), lr=lr)


def momentum(model: nn.Module, lr: float) -> Optimizer:
    return torch.optim.SGD(model.parameters(), lr=lr, momentum=0.9)


def measure(quick: bool = False) -> dict[str, list[float]]:
    """Train each recipe on the files of MNIST_DIR, FASHION_MNIST_DIR, or download."""
    sys.path.insert(0, str(PROJECT))
    from data import SUBSET, load
    from download import fetch
    from model import MLP
    from torchvision.datasets import FashionMNIST
    from train import accuracy, train_epoch

    device = torch.device("cpu")
    with tempfile.TemporaryDirectory() as temporary:
        digits = SUBSET if quick else Path(os.environ.get("MNIST_DIR") or temporary)
        clothes = (
            SUBSET
            if quick
            else Path(
                os.environ.get("FASHION_MNIST_DIR") or f"{temporary}/FashionMNIST/raw"
            )
        )
        if not quick:
            fetch(digits)
            if not clothes.is_dir():
                FashionMNIST(temporary, download=True)
        mnist = load(digits, "train"), load(digits, "t10k")
        fashion = load(clothes, "train"), load(clothes, "t10k")

    rows: dict[str, list[float]] = {}

    def run(
        recipe: str,
        epochs: tuple[int, ...] = (2, 10),
        make_model: Callable[[], nn.Module] = MLP,
        make_optimizer: Callable[[nn.Module], Optimizer] = adam,
        cosine: bool = False,
        sets: tuple = mnist,
    ) -> None:
        for seed in (0,) if quick else (0, 1, 2):
            torch.manual_seed(seed)
            model = make_model()
            shuffle = torch.Generator().manual_seed(seed)
            loader = torch.utils.data.DataLoader(
                sets[0], batch_size=64, shuffle=True, generator=shuffle
            )
            optimizer = make_optimizer(model)
            schedule = torch.optim.lr_scheduler.CosineAnnealingLR(
                optimizer, T_max=max(epochs)
            )
            before = time.process_time()
            for epoch in range(1, max(epochs) + 1):
                if not quick or epoch == 1:
                    train_epoch(model, loader, optimizer, device)
                if cosine:
                    schedule.step()
                if epoch in epochs:
                    right = 100 * accuracy(model, sets[1], device)
                    rows.setdefault(f"{recipe}: after {epoch} epochs (%)", []).append(
                        round(right, 2)
                    )
            rows.setdefault(f"{recipe}: CPU time (s)", []).append(
                round(time.process_time() - before, 1)
            )

    run("Adam, 0.001")
    run("Adam, 0.001, batch norm", make_model=batch_norm)
    run("Adam, 0.001, bfloat16", make_model=lambda: Bfloat16(MLP()))
    run("Adam, 0.001, cosine", cosine=True)
    run("SGD with momentum, 0.01", make_optimizer=partial(momentum, lr=0.01))
    run(
        "SGD with momentum, 0.01, cosine",
        make_optimizer=partial(momentum, lr=0.01),
        cosine=True,
    )
    run(
        "SGD with momentum, 0.05, cosine",
        make_optimizer=partial(momentum, lr=0.05),
        cosine=True,
    )
    run("Adam, 0.001, on Fashion-MNIST", sets=fashion)
    for lr in (0.0003, 0.003, 0.01):
        run(f"Adam, {lr}", epochs=(2,), make_optimizer=partial(adam, lr=lr))
    return rows


def table(rows: dict[str, list[float]]) -> list[str]:
    """One line a recipe: mean and range of the accuracies, the CPU time of a run."""
    lines = [
        "| recipe | after 2 epochs | after 10 epochs | CPU time |",
        "|---|---|---|--:|",
    ]
    for recipe in dict.fromkeys(label.partition(":")[0] for label in rows):
        cells = []
        for key in ("after 2 epochs (%)", "after 10 epochs (%)"):
            values = rows.get(f"{recipe}: {key}")
            mean = (
                f"{sum(values) / len(values):.2f} % "
                f"({min(values):.2f} to {max(values):.2f})"
                if values
                else ""
            )
            cells.append(mean)
        seconds = rows[f"{recipe}: CPU time (s)"]
        lines.append(
            f"| {recipe} | {' | '.join(cells)} | {sum(seconds) / len(seconds):.0f} s |"
        )
    return lines


if __name__ == "__main__":
    for label, values in measure().items():
        print(label, values)
