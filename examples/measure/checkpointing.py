"""What activation checkpointing saves and costs in a training step, on one thread."""

import statistics
import time
from collections.abc import Callable

import torch
from torch import nn
from torch.profiler import ProfilerActivity, profile
from torch.utils.checkpoint import checkpoint


class Blocks(nn.Module):
    def __init__(self, blocks: list[nn.Module], keep: bool) -> None:
        super().__init__()
        self.blocks, self.keep = nn.ModuleList(blocks), keep

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        for block in self.blocks:
            hidden = (
                block(hidden)
                if self.keep
                else checkpoint(block, hidden, use_reentrant=False)
            )
        return hidden


def mlp(width: int) -> nn.Module:
    """The block that is usually shown with the claim."""
    return nn.Sequential(nn.Linear(width, width), nn.ReLU(), nn.Linear(width, width))


def encoder(width: int) -> nn.Module:
    return nn.TransformerEncoderLayer(
        width, nhead=4, dim_feedforward=4 * width, dropout=0.0, batch_first=True
    )


CASES: dict[str, Callable[[], tuple[list[nn.Module], torch.Tensor]]] = {
    "1 block linear, ReLU, linear": lambda: ([mlp(256)], torch.randn(2048, 256)),
    "12 such blocks": lambda: ([mlp(256) for _ in range(12)], torch.randn(2048, 256)),
    "6 encoder layers": lambda: (
        [encoder(256) for _ in range(6)],
        torch.randn(16, 64, 256),
    ),
}
KEPT, PEAK, TIME = (
    "kept for backward (% change)",
    "peak of the step (% change)",
    "time of the step (% change)",
)


def kept_bytes(model: nn.Module, inputs: torch.Tensor) -> int:
    weights = {
        parameter.untyped_storage().data_ptr() for parameter in model.parameters()
    }
    kept = {}

    def pack(tensor: torch.Tensor) -> torch.Tensor:
        if tensor.untyped_storage().data_ptr() not in weights:
            kept[tensor.untyped_storage().data_ptr()] = (
                tensor.untyped_storage().nbytes()
            )
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        model(inputs)
    return sum(kept.values())


def step(model: nn.Module, inputs: torch.Tensor) -> None:
    for parameter in model.parameters():
        parameter.grad = None
    model(inputs).sum().backward()


def peak_bytes(model: nn.Module, inputs: torch.Tensor) -> int:
    """Weights, inputs and the most that the allocator had given out during the step."""
    for parameter in model.parameters():
        parameter.grad = None
    with profile(activities=[ProfilerActivity.CPU], profile_memory=True) as profiler:
        step(model, inputs)
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


def seconds(model: nn.Module, inputs: torch.Tensor) -> float:
    start = time.perf_counter()
    step(model, inputs)
    return time.perf_counter() - start


def measure(quick: bool = False) -> dict[str, list[float]]:
    """Each row's label (unit in parentheses at the end), and its repeated values."""
    torch.set_num_threads(1)
    torch.manual_seed(0)
    rows: dict[str, list[float]] = {}
    for name, make in CASES.items():
        blocks, inputs = make()
        inputs = (inputs[:1] if quick else inputs).requires_grad_()
        plain, again = Blocks(blocks, keep=True), Blocks(blocks, keep=False)
        rows[f"{name}: {KEPT}"] = [
            100 * (kept_bytes(again, inputs) / kept_bytes(plain, inputs) - 1)
        ]
        rows[f"{name}: {PEAK}"] = [
            100 * (peak_bytes(again, inputs) / peak_bytes(plain, inputs) - 1)
        ]
        times = []
        for _ in range(1 if quick else 15):
            old, new = seconds(plain, inputs), seconds(again, inputs)
            times.append(100 * (new / old - 1))
        rows[f"{name}: {TIME}"] = times
    return rows


def table(rows: dict[str, list[float]]) -> list[str]:
    """One line a model: changes in percent against the step without checkpoints."""
    lines = [
        (
            "| change by checkpointing each block | kept for backward "
            "| peak of the step | time: median | from | to |"
        ),
        "|---|--:|--:|--:|--:|--:|",
    ]
    for name in CASES:
        times = rows[f"{name}: {TIME}"]
        values = (
            *rows[f"{name}: {KEPT}"],
            *rows[f"{name}: {PEAK}"],
            statistics.median(times),
            min(times),
            max(times),
        )
        lines.append(
            f"| {name} | " + " | ".join(f"{value:+.0f} %" for value in values) + " |"
        )
    return lines


if __name__ == "__main__":
    for label, values in measure().items():
        print(label, values)
