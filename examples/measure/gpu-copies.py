"""Copies between CPU and GPU from ordinary and pinned memory, and a training loop."""

import statistics
import time
from collections.abc import Callable, Iterable

import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset

DEVICE = "cuda"
SIZES = {"16 KiB": 2**14, "1 MiB": 2**20, "16 MiB": 2**24, "256 MiB": 2**28}
LOOPS = ("batches that lie ready", "DataLoader with 2 workers")


def synchronize() -> None:
    if DEVICE != "cpu":
        torch.accelerator.synchronize()


def seconds(work: Callable[[], object], times: int = 1) -> float:
    synchronize()
    start = time.perf_counter()
    for _ in range(times):
        work()
    synchronize()
    return (time.perf_counter() - start) / times


def copies(size: int) -> dict[str, Callable[[], object]]:
    """Ways to copy so many bytes; memory is allocated before, but for the last."""
    there = torch.zeros(size, dtype=torch.uint8, device=DEVICE)
    here = torch.randint(256, (size,), dtype=torch.uint8)
    pinned = here.clone() if DEVICE == "cpu" else here.pin_memory()
    return {
        "to the GPU": lambda: there.copy_(here),
        "to the GPU, pinned": lambda: there.copy_(pinned, non_blocking=True),
        "to the CPU": lambda: here.copy_(there),
        "to the CPU, pinned": lambda: pinned.copy_(there, non_blocking=True),
        "to the GPU, pinned first": lambda: there.copy_(
            here if DEVICE == "cpu" else here.pin_memory(), non_blocking=True
        ),
    }


def make_network() -> nn.Sequential:
    torch.manual_seed(0)
    layers = []
    for narrow, wide in ((3, 32), (32, 64), (64, 64)):
        layers += [nn.Conv2d(narrow, wide, 3, padding=1, stride=2), nn.ReLU()]
    return nn.Sequential(
        *layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(64, 10)
    ).to(DEVICE)


def train(model: nn.Module, loader: Iterable, non_blocking: bool) -> None:
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for images, labels in loader:
        images, labels = (
            images.to(DEVICE, non_blocking=non_blocking),
            labels.to(DEVICE, non_blocking=non_blocking),
        )
        optimizer.zero_grad()
        F.cross_entropy(model(images), labels).backward()
        optimizer.step()


def loops(quick: bool) -> dict[str, tuple[Iterable, Iterable]]:
    """Each way to get the batches, from ordinary and from pinned memory."""
    images, labels = (
        torch.rand(64 if quick else 8192, 3, 64, 64),
        torch.arange(64 if quick else 8192) % 10,
    )
    pin, workers = DEVICE == "cuda", 0 if quick else 2
    ready = list(zip(images.split(64), labels.split(64)))
    pinned = [(x.pin_memory(), y.pin_memory()) for x, y in ready] if pin else ready
    data = TensorDataset(images, labels)
    start = "fork" if workers else None
    plain, pinning = (
        DataLoader(
            data,
            batch_size=64,
            num_workers=workers,
            multiprocessing_context=start,
            pin_memory=pin_memory,
        )
        for pin_memory in (False, pin)
    )
    return dict(zip(LOOPS, ((ready, pinned), (plain, pinning))))


def measure(quick: bool = False) -> dict[str, list[float]]:
    """Each row's label (unit in parentheses at the end), and its repeated values."""
    rows: dict[str, list[float]] = {}
    for name, size in SIZES.items():
        ways = copies(size // 1000 if quick else size)
        times = 1 if quick else max(1, min(50, 2**26 // size))
        for work in ways.values():
            seconds(work, 3)
        for _ in range(1 if quick else 9):
            for way, work in ways.items():
                rows.setdefault(f"{name} {way} (GB/s)", []).append(
                    size / seconds(work, times) / 1e9
                )
    model = make_network()
    for name, (plain, pinned) in loops(quick).items():
        ways = {
            "ordinary memory": (plain, False),
            "pinned, non_blocking": (pinned, True),
        }
        train(model, plain, non_blocking=False)
        for _ in range(1 if quick else 9):
            took = {
                way: seconds(lambda: train(model, *batches))  # noqa: B023
                for way, batches in ways.items()
            }
            for way, value in took.items():
                rows.setdefault(f"{name}, {way} (ms)", []).append(1000 * value)
            ordinary, pinned_time = took.values()
            rows.setdefault(f"{name}: speed (times)", []).append(ordinary / pinned_time)
    return rows


def table(rows: dict[str, list[float]]) -> list[str]:
    ways = (
        "to the GPU",
        "to the GPU, pinned",
        "to the GPU, pinned first",
        "to the CPU",
        "to the CPU, pinned",
    )
    lines = [f"| GB per second | {' | '.join(ways)} |", "|---|--:|--:|--:|--:|--:|"]
    for name in SIZES:
        cells = [
            f"{statistics.median(rows[f'{name} {way} (GB/s)']):.3g}" for way in ways
        ]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    lines += [
        "",
        (
            "| 128 training steps | ordinary memory | pinned, `non_blocking` "
            "| speed: median | from | to |"
        ),
    ]
    lines.append("|---|--:|--:|--:|--:|--:|")
    for name in LOOPS:
        times = [
            rows[f"{name}, {way} (ms)"]
            for way in ("ordinary memory", "pinned, non_blocking")
        ]
        ratios = rows[f"{name}: speed (times)"]
        cells = [f"{statistics.median(values):.0f} ms" for values in times]
        cells += [
            f"{value:.2f}"
            for value in (statistics.median(ratios), min(ratios), max(ratios))
        ]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return lines


if __name__ == "__main__":
    for label, values in measure().items():
        print(label, values)
