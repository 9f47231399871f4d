"""What a clock shows that does not wait for the GPU, and what a printed loss costs."""

import statistics
import time

import torch
from torch import nn
from torch.nn import functional as F

DEVICE = "cuda"
SIZES = (256, 1024, 4096)
STEPS = 100
WAYS = ("item() once at the end", "item() in every step", "synchronize() in every step")


def synchronize() -> None:
    if DEVICE != "cpu":
        torch.accelerator.synchronize()


def milliseconds(matrix: torch.Tensor, wait: bool) -> float:
    """Ten products, with and without waiting for them."""
    synchronize()
    start = time.perf_counter()
    for _ in range(10):
        matrix @ matrix
    if wait:
        synchronize()
    return 1000 * (time.perf_counter() - start)


def cases(quick: bool) -> dict[str, tuple[nn.Module, torch.Tensor]]:
    torch.manual_seed(0)
    width, rows = (64, 8) if quick else (2048, 4096)
    small = nn.Sequential(
        nn.Linear(784, 256),
        nn.ReLU(),
        nn.Linear(256, 128),
        nn.ReLU(),
        nn.Linear(128, 10),
    )
    wide = nn.Sequential(
        *(layer for _ in range(4) for layer in (nn.Linear(width, width), nn.ReLU()))
    )
    return {
        "MNIST network, batch 64": (small, torch.rand(64, 784)),
        "4 layers of 2048, batch 4096": (wide, torch.rand(rows, width)),
    }


def train(model: nn.Module, inputs: torch.Tensor, way: str, steps: int) -> float:
    """Milliseconds a step."""
    optimizer, targets = (
        torch.optim.SGD(model.parameters(), lr=0.01),
        torch.arange(len(inputs), device=DEVICE) % 10,
    )
    total = torch.zeros((), device=DEVICE)
    synchronize()
    start = time.perf_counter()
    for _ in range(steps):
        optimizer.zero_grad()
        loss = F.cross_entropy(model(inputs), targets)
        loss.backward()
        optimizer.step()
        if way == "item() in every step":
            loss.item()
        else:
            total += loss.detach()
            if way == "synchronize() in every step":
                synchronize()
    total.item()
    synchronize()
    return 1000 * (time.perf_counter() - start) / steps


def measure(quick: bool = False) -> dict[str, list[float]]:
    """Each row's label (unit in parentheses at the end), and its repeated values."""
    rows: dict[str, list[float]] = {}
    for size in SIZES:
        matrix = torch.randn(*(64, 64) if quick else (size, size)).to(DEVICE)
        for repeat in range(2 if quick else 10):
            for name, wait in (("without waiting", False), ("with waiting", True)):
                value = milliseconds(matrix, wait)
                if repeat:  # the first sets up
                    rows.setdefault(
                        f"10 products of {size} × {size}, {name} (ms)", []
                    ).append(value)
    for name, (model, inputs) in cases(quick).items():
        model, inputs = model.to(DEVICE), inputs.to(DEVICE)
        for repeat in range(2 if quick else 10):
            times = {
                way: train(model, inputs, way, 1 if quick else STEPS) for way in WAYS
            }
            for way, value in times.items() if repeat else ():
                rows.setdefault(f"{name}, {way}: step (ms)", []).append(value)
                rows.setdefault(f"{name}, {way}: time (times)", []).append(
                    value / times[WAYS[0]]
                )
    return rows


def table(rows: dict[str, list[float]]) -> list[str]:
    lines = [
        "| 10 products of | the clock without waiting | with waiting |",
        "|---|--:|--:|",
    ]
    for size in SIZES:
        label = f"10 products of {size} × {size}"
        both = [
            statistics.median(rows[f"{label}, {way} waiting (ms)"])
            for way in ("without", "with")
        ]
        lines.append(
            f"| {size:,} × {size:,} | "
            f"{' | '.join(f'{value:.2f} ms' for value in both)} |"
        )
    lines += [
        "",
        (
            "| training step | the loss | time "
            "| relative to the first: median | from | to |"
        ),
    ]
    lines.append("|---|---|--:|--:|--:|--:|")
    for label in [
        label.removesuffix(": step (ms)")
        for label in rows
        if label.endswith(": step (ms)")
    ]:
        name, _, way = label.rpartition(", ")
        ratios, step = (
            rows[f"{label}: time (times)"],
            statistics.median(rows[f"{label}: step (ms)"]),
        )
        values = " | ".join(
            f"{value:.2f}"
            for value in (statistics.median(ratios), min(ratios), max(ratios))
        )
        lines.append(f"| {name} | {way} | {step:.2f} ms | {values} |")
    return lines


if __name__ == "__main__":
    for label, values in measure().items():
        print(label, values)
