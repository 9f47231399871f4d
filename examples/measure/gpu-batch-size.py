"""Rows per second of a training step on a GPU, by the size of the batch."""

import statistics
import time

import torch
from torch import nn
from torch.nn import functional as F

DEVICE = "cuda"
SIZES = (1, 16, 64, 256, 1024, 4096, 16384, 65536)


def make_model() -> nn.Module:
    """The network of batch-size-throughput.py."""
    torch.manual_seed(0)
    return nn.Sequential(
        nn.Linear(256, 256),
        nn.GELU(),
        nn.Linear(256, 256),
        nn.GELU(),
        nn.Linear(256, 10),
    ).to(DEVICE)


def step(
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    inputs: torch.Tensor,
    targets: torch.Tensor,
) -> None:
    optimizer.zero_grad()
    outputs = model(inputs)
    loss = F.cross_entropy(outputs, targets)
    loss.backward()
    optimizer.step()


def synchronize() -> None:
    if DEVICE != "cpu":
        torch.accelerator.synchronize()


def measure(quick: bool = False) -> dict[str, list[float]]:
    """Each row's label (with its unit) and repeated values; the sizes take turns."""
    model = make_model()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    rows: dict[str, list[float]] = {
        f"batch of {size} (rows per second)": [] for size in SIZES
    }
    steps = 1 if quick else 50
    for _ in range(1 if quick else 9):
        for size, values in zip(SIZES, rows.values()):
            inputs = torch.randn(size, 256, device=DEVICE)
            targets = torch.randint(10, (size,), device=DEVICE)
            for _ in range(1 if quick else 3):
                step(model, optimizer, inputs, targets)
            synchronize()
            start = time.perf_counter()
            for _ in range(steps):
                step(model, optimizer, inputs, targets)
            synchronize()
            values.append(steps * size / (time.perf_counter() - start))
    return rows


def table(rows: dict[str, list[float]]) -> list[str]:
    lines = [
        "| rows in a batch | rows per second: median | from | to | time of a step |",
        "|--:|--:|--:|--:|--:|",
    ]
    for size, speeds in zip(SIZES, rows.values()):
        values = " | ".join(
            f"{value:,.0f}"
            for value in (statistics.median(speeds), min(speeds), max(speeds))
        )
        lines.append(
            f"| {size:,} | {values} | "
            f"{1000 * size / statistics.median(speeds):.2f} ms |"
        )
    return lines


if __name__ == "__main__":
    for label, values in measure().items():
        print(label, values)
