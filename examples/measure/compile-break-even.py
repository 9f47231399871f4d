"""Five models with torch.compile and without, and when the first call is paid back."""

import time
import warnings
from collections.abc import Callable

import torch
import torch._inductor.config
from torch import nn


def elementwise(x: torch.Tensor) -> torch.Tensor:
    return (x.sin() * x.cos() + x).relu() * 2 + x.exp() / (1 + x * x)


class Block(nn.Module):
    """Written out: nn.TransformerEncoderLayer in evaluation is one fused operation."""

    def __init__(self, width: int, heads: int):
        super().__init__()
        self.heads = heads
        self.norm_1, self.norm_2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.project, self.merge = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.feed_forward = nn.Sequential(
            nn.Linear(width, 2 * width), nn.GELU(), nn.Linear(2 * width, width)
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


def cases() -> dict[str, tuple[Callable, torch.Tensor]]:
    torch.manual_seed(0)
    mlp = nn.Sequential(
        nn.Linear(784, 256),
        nn.ReLU(),
        nn.Linear(256, 128),
        nn.ReLU(),
        nn.Linear(128, 10),
    )
    cnn = nn.Sequential(
        nn.Conv2d(3, 16, 3, padding=1), nn.BatchNorm2d(16), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(16, 32, 3, padding=1), nn.BatchNorm2d(32), nn.ReLU(), nn.MaxPool2d(2),
        nn.Flatten(), nn.Linear(32 * 8 * 8, 10),
    )  # fmt: skip
    return {
        "eleven elementwise operations": (elementwise, torch.rand(128, 1024)),
        "MNIST network, batch 1": (mlp.eval(), torch.rand(1, 784)),
        "MNIST network, batch 64": (mlp.eval(), torch.rand(64, 784)),
        "small CNN, batch 8": (cnn.eval(), torch.rand(8, 3, 32, 32)),
        "transformer block": (Block(128, 4).eval(), torch.rand(4, 64, 128)),
    }


def seconds(call: Callable, inputs: torch.Tensor, calls: int) -> float:
    start = time.perf_counter()
    for _ in range(calls):
        call(inputs)
    return (time.perf_counter() - start) / calls


@torch.no_grad()
def measure(quick: bool = False) -> dict[str, list[float]]:
    """Each row's label (unit in parentheses at the end), and its repeated values."""
    speed, first, paid = {}, {}, {}
    for name, (eager, inputs) in cases().items():
        first[f"{name}: first call (s)"] = firsts = []
        for _ in range(1 if quick else 3):
            torch.compiler.reset()
            compiled = torch.compile(eager, backend="eager" if quick else "inductor")
            with (
                warnings.catch_warnings(),
                torch._inductor.config.patch(force_disable_caches=True),
            ):
                warnings.simplefilter("ignore")  # says that the caches are disabled
                firsts.append(seconds(compiled, inputs, 1))
        calls = 1 if quick else max(3, int(0.1 / seconds(eager, inputs, 3)))
        speed[f"{name}: speed (times)"] = ratios = []
        saved = []
        for _ in range(1 if quick else 9):
            without, with_it = (
                seconds(eager, inputs, calls),
                seconds(compiled, inputs, calls),
            )
            ratios.append(without / with_it)
            saved.append(1000 * (without - with_it))
        paid[f"{name}: saved by 1,000 calls (s)"] = saved
    return speed | first | paid


if __name__ == "__main__":
    for label, values in measure().items():
        print(label, values)
