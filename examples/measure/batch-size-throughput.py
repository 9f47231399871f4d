"""Rows per second of a training step on one CPU thread, by the size of the batch."""

import statistics
import time

import torch
from torch import nn
from torch.nn import functional as F

SIZES = (1, 4, 16, 64, 256, 1024)


def make_model() -> nn.Sequential:
    torch.manual_seed(0)
    return nn.Sequential(
        nn.Linear(256, 256),
        nn.GELU(),
        nn.Linear(256, 256),
        nn.GELU(),
        nn.Linear(256, 10),
    )


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


def measure(quick: bool = False) -> dict[str, list[float]]:
    """Each row's label (unit in parentheses at the end), and its repeated values."""
    torch.set_num_threads(1)
    model = make_model()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    rows: dict[str, list[float]] = {
        f"batch of {size} (rows per second)": [] for size in SIZES
    }
    for _ in range(1 if quick else 9):
        for size in SIZES:
            inputs, targets = torch.randn(size, 256), torch.randint(10, (size,))
            calls = 1 if quick else max(2, 512 // size)
            step(model, optimizer, inputs, targets)
            start = time.perf_counter()
            for _ in range(calls):
                step(model, optimizer, inputs, targets)
            rows[f"batch of {size} (rows per second)"].append(
                calls * size / (time.perf_counter() - start)
            )
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
            f"{1000 * size / statistics.median(speeds):.1f} ms |"
        )
    return lines


if __name__ == "__main__":
    for label, values in measure().items():
        print(label, values)
