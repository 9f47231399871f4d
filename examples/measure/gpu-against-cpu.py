"""Examples per second of training on a GPU, and on its CPU with one and all cores."""

import os
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset
from torchvision.models import resnet18

DEVICE = "cuda"
FILES = [
    "projects/mnist/data.py",
    "projects/mnist/download.py",
    "projects/mnist/model.py",
    "projects/mnist/train.py",
]
PROJECT = Path(__file__).resolve().parents[1] / "projects/mnist"
CORES = os.cpu_count() or 1
PLACES = {
    "GPU": 1,
    "CPU, one thread": 1,
    "CPU, all cores": CORES,
}  # and the threads of PyTorch


def synchronize(device: torch.device) -> None:
    if device.type != "cpu":
        torch.accelerator.synchronize()


def steps(
    model: nn.Module, inputs: torch.Tensor, device: torch.device, number: int
) -> Callable[[], int]:
    """Trains so many steps on data already on the device; returns the examples seen."""
    model, inputs = model.to(device), inputs.to(device)
    targets = torch.arange(len(inputs), device=device) % 10
    optimizer = torch.optim.AdamW(model.parameters())

    def run() -> int:
        for _ in range(number):
            optimizer.zero_grad()
            F.cross_entropy(model(inputs), targets).backward()
            optimizer.step()
        return number * len(inputs)

    return run


def mnist(device: torch.device, batch_size: int, images: int) -> Callable[[], int]:
    """An epoch of projects/mnist; random pixels take the same time."""
    sys.path.insert(0, str(PROJECT))
    from model import MLP
    from train import train_epoch

    torch.manual_seed(0)
    data = TensorDataset(torch.rand(images, 1, 28, 28), torch.arange(images) % 10)
    loader, model = (
        DataLoader(data, batch_size=batch_size, shuffle=True),
        MLP().to(device),
    )
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)

    def run() -> int:
        train_epoch(model, loader, optimizer, device)
        return images

    return run


def cases(device: torch.device, quick: bool) -> dict[str, Callable[[], int]]:
    """For each name, a run that returns how many examples it trained with."""
    torch.manual_seed(0)
    number = 1 if quick or device.type == "cpu" else 20
    small = nn.Sequential(
        nn.Linear(784, 256),
        nn.ReLU(),
        nn.Linear(256, 128),
        nn.ReLU(),
        nn.Linear(128, 10),
    )
    width, side = (64, 32) if quick else (2048, 128)
    wide = nn.Sequential(
        *(layer for _ in range(4) for layer in (nn.Linear(width, width), nn.ReLU()))
    )
    return {
        "MNIST with its DataLoader, batch 64": mnist(
            device, 64, 128 if quick else 12_800
        ),
        "MNIST with its DataLoader, batch 1024": mnist(
            device, 1024, 1024 if quick else 12_288
        ),
        "MNIST network on a batch of 64 that is there": steps(
            small, torch.rand(64, 784), device, 1 if quick else 200
        ),
        "4 layers of 2048, batch 512": steps(
            wide, torch.rand(512, width), device, number
        ),
        "ResNet-18, 16 images of 128 × 128": steps(
            resnet18(), torch.rand(16, 3, side, side), device, number
        ),
    }


def per_second(run: Callable[[], int], device: torch.device) -> float:
    synchronize(device)
    start = time.perf_counter()
    examples = run()
    synchronize(device)
    return examples / (time.perf_counter() - start)


def measure(quick: bool = False) -> dict[str, list[float]]:
    """Each row's label (with its unit) and repeated values; the places take turns."""
    devices = {
        place: torch.device(DEVICE if place == "GPU" else "cpu") for place in PLACES
    }
    runs = {device: cases(device, quick) for device in dict.fromkeys(devices.values())}
    rows: dict[str, list[float]] = {"cores (number)": [CORES]}
    for repeat in range(2 if quick else 10):
        for name in next(iter(runs.values())):
            for place, device in devices.items():
                torch.set_num_threads(PLACES[place])
                speed = per_second(runs[device][name], device)
                if repeat:  # the first warms up
                    rows.setdefault(
                        f"{name}: {place} (examples per second)", []
                    ).append(speed)
    torch.set_num_threads(1)
    return rows


def table(rows: dict[str, list[float]]) -> list[str]:
    places = " | ".join(PLACES).replace(
        "all cores", f"{rows['cores (number)'][0]} threads"
    )
    lines = [
        f"| examples per second | {places} "
        "| GPU, relative to the last: median | from | to |"
    ]
    lines.append("|---" + "|--:" * (len(PLACES) + 3) + "|")
    for name in dict.fromkeys(
        label.partition(": ")[0] for label in rows if ": " in label
    ):
        speeds = [rows[f"{name}: {place} (examples per second)"] for place in PLACES]
        ratios = [gpu / cpu for gpu, cpu in zip(speeds[0], speeds[-1])]
        cells = [
            f"{float(f'{statistics.median(values):.3g}'):,.0f}" for values in speeds
        ]
        cells += [
            f"{value:.3g}"
            for value in (statistics.median(ratios), min(ratios), max(ratios))
        ]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    lines += ["", "| ten epochs of 60,000 images, at these rates | " + places + " |"]
    lines.append("|---" + "|--:" * len(PLACES) + "|")
    for name in dict.fromkeys(
        label.partition(": ")[0] for label in rows if label.startswith("MNIST with")
    ):
        medians = [
            statistics.median(rows[f"{name}: {place} (examples per second)"])
            for place in PLACES
        ]
        lines.append(
            f"| {name} | "
            f"{' | '.join(f'{600_000 / speed:.0f} s' for speed in medians)} |"
        )
    return lines


if __name__ == "__main__":
    for label, values in measure().items():
        print(label, values)
