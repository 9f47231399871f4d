"""Peak memory and CPU time of a recorded evaluation, relative to one under no_grad."""

import statistics
import time
from collections.abc import Callable

import torch
from torch import nn
from torch.profiler import ProfilerActivity, profile
from torchvision.models import resnet18


def stack(layers: int, width: int) -> nn.Sequential:
    return nn.Sequential(
        *(nn.Sequential(nn.Linear(width, width), nn.GELU()) for _ in range(layers))
    )


def encoder(layers: int, width: int) -> nn.TransformerEncoder:
    layer = nn.TransformerEncoderLayer(
        width, nhead=4, dim_feedforward=4 * width, dropout=0.0, batch_first=True
    )
    return nn.TransformerEncoder(layer, layers, enable_nested_tensor=False)


CASES: dict[str, Callable[[], tuple[nn.Module, torch.Tensor, int]]] = {
    "3 linear layers of 1024, 8 rows": lambda: (
        stack(3, 1024),
        torch.randn(8, 1024),
        20,
    ),
    "3 linear layers of 1024, 2048 rows": lambda: (
        stack(3, 1024),
        torch.randn(2048, 1024),
        1,
    ),
    "16 linear layers of 512, 2048 rows": lambda: (
        stack(16, 512),
        torch.randn(2048, 512),
        1,
    ),
    "6 encoder layers of 256, 16 texts of 128": lambda: (
        encoder(6, 256),
        torch.randn(16, 128, 256),
        1,
    ),
    "ResNet-18, 8 images of 112 by 112": lambda: (
        resnet18(),
        torch.randn(8, 3, 112, 112),
        1,
    ),
    "6 encoder layers of 256, 1 text of 128": lambda: (
        encoder(6, 256),
        torch.randn(1, 128, 256),
        4,
    ),
    "3 linear layers of 64, 1 row": lambda: (
        stack(3, 64),
        torch.randn(1, 64),
        500,
    ),
}
MEMORY, TIME = "memory, recorded (times no_grad)", "time, recorded (times no_grad)"
REPEATS, PAIRS = 15, 10


def peak_bytes(model: nn.Module, inputs: torch.Tensor, recorded: bool) -> int:
    """Weights, inputs and the most that the allocator had given out during the pass."""
    with (
        torch.set_grad_enabled(recorded),
        profile(activities=[ProfilerActivity.CPU], profile_memory=True) as profiler,
    ):
        model(inputs)
    assert (
        profiler.profiler is not None and profiler.profiler.kineto_results is not None
    )
    events = [
        event
        for event in profiler.profiler.kineto_results.events()
        if event.name() == "[memory]"
    ]
    now = peak = 0
    for event in sorted(events, key=lambda event: event.start_ns()):
        now += event.nbytes()
        peak = max(peak, now)
    return (
        peak + sum(parameter.nbytes for parameter in model.parameters()) + inputs.nbytes
    )


def cpu_seconds(
    model: nn.Module, inputs: torch.Tensor, recorded: bool, calls: int
) -> float:
    start = time.process_time()
    with torch.set_grad_enabled(recorded):
        for _ in range(calls):
            model(inputs)
    return time.process_time() - start


def time_ratio(model: nn.Module, inputs: torch.Tensor, calls: int, pairs: int) -> float:
    """Median over pairs, in which the recorded pass comes first and last in turn."""
    ratios = []
    for number in range(pairs):
        order = (True, False) if number % 2 else (False, True)
        taken = {
            recorded: cpu_seconds(model, inputs, recorded, calls) for recorded in order
        }
        ratios.append(taken[True] / taken[False])
    return statistics.median(ratios)


def measure(quick: bool = False) -> dict[str, list[float]]:
    """Each row's label (unit in parentheses at the end), and its repeated values."""
    torch.set_num_threads(1)
    torch.manual_seed(0)
    rows: dict[str, list[float]] = {}
    for name, make in CASES.items():
        model, inputs, calls = make()
        model.eval()
        if quick:
            inputs = inputs[:2]
        rows[f"{name}: {MEMORY}"] = [
            peak_bytes(model, inputs, True) / peak_bytes(model, inputs, False)
        ]
        times = [
            time_ratio(model, inputs, calls, 2 if quick else PAIRS)
            for _ in range(1 if quick else REPEATS)
        ]
        rows[f"{name}: {TIME}"] = times
    return rows


def table(rows: dict[str, list[float]]) -> list[str]:
    """One line a model: both as multiples of the pass under no_grad."""
    lines = [
        "| recorded, relative to `no_grad` | memory | CPU time: median | from | to |",
        "|---|--:|--:|--:|--:|",
    ]
    for name in CASES:
        (memory,), times = rows[f"{name}: {MEMORY}"], rows[f"{name}: {TIME}"]
        shown = " | ".join(
            f"{value:.2f}"
            for value in (memory, statistics.median(times), min(times), max(times))
        )
        lines.append(f"| {name} | {shown} |")
    return lines


if __name__ == "__main__":
    for label, values in measure().items():
        print(label, values)
