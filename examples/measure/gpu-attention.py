"""The kernels of scaled_dot_product_attention on a GPU: time and memory by length."""

import math
import re
import statistics
import time
import warnings
from contextlib import nullcontext

import torch
from torch.nn import functional as F
from torch.nn.attention import SDPBackend, sdpa_kernel

DEVICE = "cuda"
HEADS, WIDTH, TOKENS = 16, 64, 8192
LENGTHS = (512, 2048, 8192)
BACKENDS = {
    "math": SDPBackend.MATH,
    "memory-efficient": SDPBackend.EFFICIENT_ATTENTION,
    "flash": SDPBackend.FLASH_ATTENTION,
    "cuDNN": SDPBackend.CUDNN_ATTENTION,
}
KERNELS = ("by hand", *BACKENDS, "SDPA's own choice")


def by_hand(
    query: torch.Tensor, key: torch.Tensor, value: torch.Tensor
) -> torch.Tensor:
    return (query @ key.mT / math.sqrt(query.shape[-1])).softmax(dim=-1) @ value


def synchronize() -> None:
    if DEVICE != "cpu":
        torch.accelerator.synchronize()


def step(parts: list[torch.Tensor], kernel: str) -> None:
    """Forward and backward; the gradients are dropped."""
    function = by_hand if kernel == "by hand" else F.scaled_dot_product_attention
    with sdpa_kernel(BACKENDS[kernel]) if kernel in BACKENDS else nullcontext():
        result = function(*parts)
    torch.autograd.grad(result.sum(), parts)


def milliseconds(parts: list[torch.Tensor], kernel: str, steps: int) -> float:
    synchronize()
    start = time.perf_counter()
    for _ in range(steps):
        step(parts, kernel)
    synchronize()
    return 1000 * (time.perf_counter() - start) / steps


def peak(parts: list[torch.Tensor], kernel: str) -> float:
    """Megabytes of tensors at the peak of a step, beyond query, key and value."""
    synchronize()
    torch.accelerator.reset_peak_memory_stats()
    before = torch.accelerator.memory_allocated()
    step(parts, kernel)
    synchronize()
    return (torch.accelerator.max_memory_allocated() - before) / 1e6


def runs(parts: list[torch.Tensor], kernel: str) -> bool:
    """Whether the kernel is there for this device, dtype and shape."""
    try:
        step(parts, kernel)
    except RuntimeError as error:
        if not re.search("No (available kernel|viable backend)", str(error)):
            raise
        return False
    return True


def measure(quick: bool = False) -> dict[str, list]:
    """Each row's label (with its unit) and repeated values; None for no such kernel."""
    rows: dict[str, list] = {}
    for length in LENGTHS:
        shape = (1, 2, 16, 8) if quick else (TOKENS // length, HEADS, length, WIDTH)
        torch.manual_seed(0)
        parts = [
            torch.randn(shape).to(DEVICE, torch.bfloat16).requires_grad_()
            for _ in range(3)
        ]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # says why a kernel is not there
            there = [kernel for kernel in KERNELS if runs(parts, kernel)]
        for kernel in KERNELS:
            rows[f"{length} tokens, {kernel}: time (ms)"] = (
                [] if kernel in there else [None]
            )
            rows[f"{length} tokens, {kernel}: memory (MB)"] = [
                peak(parts, kernel) if kernel in there else None
            ]
        steps = {
            kernel: 1 if quick else max(1, int(20 / milliseconds(parts, kernel, 2)))
            for kernel in there
        }
        for _ in range(1 if quick else 9):
            for kernel in there:
                rows[f"{length} tokens, {kernel}: time (ms)"].append(
                    milliseconds(parts, kernel, steps[kernel])
                )
    return rows


def table(rows: dict[str, list]) -> list[str]:
    shapes = [f"{TOKENS // length} × {length:,} tokens | memory" for length in LENGTHS]
    lines = [
        f"| kernel | {' | '.join(shapes)} |",
        "|---" + "|--:" * 2 * len(LENGTHS) + "|",
    ]
    for name in KERNELS:
        cells = []
        for length in LENGTHS:
            times, (memory,) = (
                rows[f"{length} tokens, {name}: time (ms)"],
                rows[f"{length} tokens, {name}: memory (MB)"],
            )
            there = None not in times
            cells += (
                [f"{statistics.median(times):.2f} ms", f"{memory:,.0f} MB"]
                if there
                else ["not there", ""]
            )
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return lines


if __name__ == "__main__":
    for label, values in measure().items():
        print(label, values)
