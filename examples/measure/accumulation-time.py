"""Time of one update by 512 rows in parts, relative to one go, on one CPU thread."""

import statistics
import time

import torch
from torch import nn
from torch.nn import functional as F

PARTS = (256, 64, 16, 4)


def update(
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    inputs: torch.Tensor,
    targets: torch.Tensor,
    size: int,
) -> None:
    optimizer.zero_grad()
    for part, answers in zip(inputs.split(size), targets.split(size)):
        loss = F.cross_entropy(model(part), answers, reduction="sum") / len(inputs)
        loss.backward()
    optimizer.step()


def measure(quick: bool = False) -> dict[str, list[float]]:
    """Each row's label (unit in parentheses at the end), and its repeated values."""
    torch.set_num_threads(1)
    torch.manual_seed(0)
    rows_total = 512
    model = nn.Sequential(
        nn.Linear(256, 512),
        nn.GELU(),
        nn.Linear(512, 512),
        nn.GELU(),
        nn.Linear(512, 10),
    )
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    inputs, targets = torch.randn(rows_total, 256), torch.randint(10, (rows_total,))

    def seconds(size: int) -> float:
        start = time.perf_counter()
        update(model, optimizer, inputs, targets, size)
        return time.perf_counter() - start

    rows: dict[str, list[float]] = {}
    for size in PARTS:
        seconds(size)
        rows[f"parts of {size} (times one go)"] = [
            1 / (seconds(rows_total) / seconds(size)) for _ in range(1 if quick else 11)
        ]
    return rows


def table(rows: dict[str, list[float]]) -> list[str]:
    lines = [
        "| rows in a part | time, relative to one go: median | from | to |",
        "|--:|--:|--:|--:|",
    ]
    for size, times in zip(PARTS, rows.values()):
        values = " | ".join(
            f"{value:.2f}"
            for value in (statistics.median(times), min(times), max(times))
        )
        lines.append(f"| {size} | {values} |")
    return lines


if __name__ == "__main__":
    for label, values in measure().items():
        print(label, values)
