"""Calls on a GPU with torch.compile and without, and when the first are paid back."""

import statistics
import time
import warnings
from collections.abc import Callable
from functools import partial

import torch
import torch._inductor.config
from torch import nn

DEVICE = "cuda"
MODES = ("default", "reduce-overhead")
FIRST = 3  # reduce-overhead warms up in the first call, records, and then replays


def elementwise(x: torch.Tensor) -> torch.Tensor:
    return (x.sin() * x.cos() + x).relu() * 2 + x.exp() / (1 + x * x)


class Block(nn.Module):
    def __init__(self, width: int, heads: int):
        super().__init__()
        self.heads = heads
        self.norm_1, self.norm_2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.project, self.merge = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.feed_forward = nn.Sequential(
            nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width)
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        parts = (
            self.project(self.norm_1(x))
            .unflatten(-1, (3, self.heads, -1))
            .permute(2, 0, 3, 1, 4)
        )
        attended = nn.functional.scaled_dot_product_attention(
            parts[0], parts[1], parts[2]
        )
        x = x + self.merge(attended.transpose(1, 2).flatten(2))
        return x + self.feed_forward(self.norm_2(x))


def without_gradients(function: Callable, inputs: torch.Tensor) -> Callable[[], None]:
    def call() -> None:
        with torch.no_grad():
            function(inputs)

    return call


def with_gradients(
    module: nn.Module, function: Callable, inputs: torch.Tensor
) -> Callable[[], None]:
    def call() -> None:
        module.zero_grad()
        function(inputs).sum().backward()

    return call


def cases(quick: bool) -> dict[str, Callable[[Callable], Callable[[], None]]]:
    """For each name, what makes a call of its eager or compiled version."""
    torch.manual_seed(0)
    mlp = nn.Sequential(
        nn.Linear(784, 256),
        nn.ReLU(),
        nn.Linear(256, 128),
        nn.ReLU(),
        nn.Linear(128, 10),
    ).to(DEVICE)
    size, width, length = (64, 128, 8) if quick else (4096, 1024, 512)
    block = Block(width, width // 64).to(DEVICE, torch.bfloat16)
    numbers, image = torch.rand(size, size).to(DEVICE), torch.rand(1, 784).to(DEVICE)
    tokens = torch.rand(8, length, width).to(DEVICE, torch.bfloat16)
    return {
        "eleven elementwise operations": lambda make: without_gradients(
            make(elementwise), numbers
        ),
        "MNIST network, batch 1": lambda make: without_gradients(make(mlp), image),
        "transformer block in bfloat16": lambda make: without_gradients(
            make(block), tokens
        ),
        "transformer block, with backward": lambda make: with_gradients(
            block, make(block), tokens
        ),
    }


def seconds(call: Callable[[], None], calls: int) -> float:
    synchronize()
    start = time.perf_counter()
    for _ in range(calls):
        call()
    synchronize()
    return (time.perf_counter() - start) / calls


def synchronize() -> None:
    if DEVICE != "cpu":
        torch.accelerator.synchronize()


def first_calls(
    make_call: Callable, **options: str
) -> tuple[Callable[[], None], float]:
    """The compiled call, and the seconds of its first calls, without earlier caches."""
    torch.compiler.reset()
    call = make_call(partial(torch.compile, **options))
    with (
        warnings.catch_warnings(),
        torch._inductor.config.patch(force_disable_caches=True),
    ):
        warnings.simplefilter("ignore")  # says that the caches are disabled
        return call, FIRST * seconds(call, FIRST)


def measure(quick: bool = False) -> dict[str, list[float]]:
    """Each row's label (unit in parentheses at the end), and its repeated values."""
    options = {
        mode: {"backend": "eager"} if quick else {"mode": mode} for mode in MODES
    }
    one = torch.ones(8, device=DEVICE)
    _, took = first_calls(
        lambda make: without_gradients(make(lambda x: x + 1), one), **options["default"]
    )
    rows = {"first compilation of a process (s)": [took]}
    for name, make_call in cases(quick).items():
        eager = make_call(lambda function: function)
        calls = 1 if quick else max(3, int(0.05 / seconds(eager, 10)))
        for mode in MODES:
            compiled, took = first_calls(make_call, **options[mode])
            rows[f"{name}, {mode}: first three calls (s)"] = [took]
            pairs = [
                (seconds(eager, calls), seconds(compiled, calls))
                for _ in range(1 if quick else 9)
            ]
            rows[f"{name}, {mode}: without (ms)"] = [
                1000 * without for without, _ in pairs
            ]
            rows[f"{name}, {mode}: speed (times)"] = [
                without / with_it for without, with_it in pairs
            ]
    return rows


def table(rows: dict[str, list[float]]) -> list[str]:
    lines = [
        (
            "| | mode | a call without | speed, relative to it: median | from | to "
            "| first three calls | paid back after |"
        ),
        "|---|---|--:|--:|--:|--:|--:|--:|",
    ]
    for label in [
        label.removesuffix(": speed (times)")
        for label in rows
        if label.endswith(": speed (times)")
    ]:
        name, _, mode = label.rpartition(", ")
        ratios, without = (
            rows[f"{label}: speed (times)"],
            statistics.median(rows[f"{label}: without (ms)"]),
        )
        speed = " | ".join(
            f"{value:.2f}"
            for value in (statistics.median(ratios), min(ratios), max(ratios))
        )
        (first,) = rows[f"{label}: first three calls (s)"]
        saved = without * (1 - 1 / statistics.median(ratios)) / 1000
        paid = (
            f"{float(f'{first / saved:.2g}'):,.0f} calls"
            if min(ratios) > 1
            else "no gain"
        )
        lines.append(
            f"| {name} | {mode} | {without:.3f} ms | {speed} | {first:.1f} s | {paid} |"
        )
    (setting_up,) = rows["first compilation of a process (s)"]
    return [
        *lines,
        "",
        (
            "The first compilation of a process, of `x + 1`, "
            f"took {setting_up:.1f} s before these."
        ),
    ]


if __name__ == "__main__":
    for label, values in measure().items():
        print(label, values)
