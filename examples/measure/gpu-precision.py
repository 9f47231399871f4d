"""A training step on a GPU in float32, TF32 and under autocast: time, memory, error."""

import gc
import statistics
import time
from collections.abc import Iterator

import torch
from torch import nn
from torch.nn import functional as F
from torchvision.models import resnet50

DEVICE = "cuda"
MODES = (
    "float32",
    "float32 with TF32",
    "bfloat16 autocast",
    "float16 autocast, scaler",
)


class Encoder(nn.Module):
    """Four transformer layers, the mean over the tokens, ten classes."""

    def __init__(self, width: int):
        super().__init__()
        layers = [
            nn.TransformerEncoderLayer(
                width,
                width // 64,
                4 * width,
                dropout=0.0,
                batch_first=True,
                norm_first=True,
            )
            for _ in range(4)
        ]
        self.layers, self.head = nn.Sequential(*layers), nn.Linear(width, 10)

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        return self.head(self.layers(tokens).mean(dim=1))


def cases(quick: bool) -> Iterator[tuple[str, nn.Module, torch.Tensor]]:
    """One after the other, so that no other model is in memory."""
    torch.manual_seed(0)
    layers = (
        nn.Linear(784, 256),
        nn.ReLU(),
        nn.Linear(256, 128),
        nn.ReLU(),
        nn.Linear(128, 10),
    )
    images, tokens = (torch.rand(2, 3, 32, 32), torch.rand(1, 8, 64)) if quick else (
        torch.rand(64, 3, 224, 224), torch.rand(16, 512, 1024)
    )  # fmt: skip
    yield "MNIST network, batch 64", nn.Sequential(*layers), torch.rand(64, 784)
    yield (
        "4 transformer layers of 1024, 16 × 512 tokens",
        Encoder(tokens.shape[-1]),
        tokens,
    )
    yield "ResNet-50, 64 images of 224 × 224", resnet50(), images


def round_factors(mode: str) -> None:
    """Whether products and convolutions may round float32 numbers to TF32."""
    allowed = mode == "float32 with TF32"
    torch.set_float32_matmul_precision("high" if allowed else "highest")
    torch.backends.cudnn.conv.fp32_precision = "tf32" if allowed else "ieee"


def autocast(mode: str) -> torch.autocast:
    dtype = torch.float16 if mode.startswith("float16") else torch.bfloat16
    return torch.autocast(DEVICE, dtype=dtype, enabled="autocast" in mode)


class Training:
    def __init__(self, model: nn.Module, inputs: torch.Tensor):
        self.model, self.inputs = model.to(DEVICE), inputs.to(DEVICE)
        self.targets = torch.arange(len(inputs), device=DEVICE) % 10
        self.optimizer = torch.optim.AdamW(self.model.parameters())
        self.scaler = torch.amp.GradScaler(DEVICE)

    def step(self, mode: str) -> None:
        self.optimizer.zero_grad()
        with autocast(mode):
            loss = F.cross_entropy(self.model(self.inputs), self.targets)
        if mode.startswith("float16"):
            self.scaler.scale(loss).backward()
            self.scaler.step(self.optimizer)
            self.scaler.update()
        else:
            loss.backward()
            self.optimizer.step()

    def milliseconds(self, mode: str, steps: int) -> float:
        round_factors(mode)
        synchronize()
        start = time.perf_counter()
        for _ in range(steps):
            self.step(mode)
        synchronize()
        return 1000 * (time.perf_counter() - start) / steps

    def peak(self, mode: str) -> float:
        """Megabytes at the peak of a step, with weights, gradients, optimizer state."""
        round_factors(mode)
        synchronize()
        torch.accelerator.reset_peak_memory_stats()
        self.step(mode)
        synchronize()
        return torch.accelerator.max_memory_allocated() / 1e6


def synchronize() -> None:
    if DEVICE != "cpu":
        torch.accelerator.synchronize()


def errors(quick: bool) -> dict[str, list[float]]:
    """Of a product of two matrices, relative to its own length, against float64."""
    size = 64 if quick else 2048
    rows: dict[str, list[float]] = {
        f"product of matrices, {mode}: relative error": [] for mode in MODES
    }
    for seed in range(3):
        generator = torch.Generator().manual_seed(seed)
        left, right = (
            torch.randn(size, size, generator=generator).to(DEVICE) for _ in range(2)
        )
        exact = left.double() @ right.double()
        for mode, values in zip(MODES, rows.values()):
            round_factors(mode)
            with autocast(mode):
                product = left @ right
            values.append(((product.double() - exact).norm() / exact.norm()).item())
    return rows


def measure(quick: bool = False) -> dict[str, list[float]]:
    """Each row's label (with its unit) and repeated values; the modes take turns."""
    rows: dict[str, list[float]] = {}
    for name, model, inputs in cases(quick):
        training = Training(model, inputs)
        gc.collect()
        for mode in MODES:
            training.milliseconds(mode, 1 if quick else 5)
        steps = 1 if quick else max(2, int(100 / training.milliseconds(MODES[0], 2)))
        for _ in range(1 if quick else 9):
            times = {mode: training.milliseconds(mode, steps) for mode in MODES}
            for mode, value in times.items():
                rows.setdefault(f"{name}, {mode}: step (ms)", []).append(value)
                rows.setdefault(f"{name}, {mode}: speed (times float32)", []).append(
                    times[MODES[0]] / value
                )
        for mode in MODES:
            rows[f"{name}, {mode}: peak of the memory (MB)"] = [training.peak(mode)]
    return rows | errors(quick)


def table(rows: dict[str, list[float]]) -> list[str]:
    lines = [
        (
            "| training step | | time | speed, relative to float32: median | from | to "
            "| peak of the memory |"
        ),
        "|---|---|--:|--:|--:|--:|--:|",
    ]
    names = dict.fromkeys(
        label.partition(", float32: step")[0]
        for label in rows
        if ", float32: step" in label
    )
    for name in names:
        for mode in MODES:
            label = f"{name}, {mode}"
            ratios = rows[f"{label}: speed (times float32)"]
            speed = " | ".join(
                f"{value:.2f}"
                for value in (statistics.median(ratios), min(ratios), max(ratios))
            )
            milliseconds = f"{statistics.median(rows[f'{label}: step (ms)']):.2f} ms"
            (peak,) = rows[f"{label}: peak of the memory (MB)"]
            lines.append(
                f"| {name} | {mode} | {milliseconds} | {speed} | {peak:,.0f} MB |"
            )
    lines += [
        "",
        "| product of two matrices of 2048 × 2048 | relative error |",
        "|---|--:|",
    ]
    for mode in MODES:
        error = statistics.median(rows[f"product of matrices, {mode}: relative error"])
        lines.append(f"| {mode} | {error:.1e} |")
    return lines


if __name__ == "__main__":
    for label, values in measure().items():
        print(label, values)
