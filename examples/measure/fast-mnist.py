"""CPU seconds and accuracy of the guides' loop on MNIST, and of what is made of it."""

import os
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import mean, median

import torch
from torch import nn

FILES = [
    "projects/fast-mnist/quick_networks.py",
    "projects/fast-mnist/steps.py",
    "projects/fast-mnist/trainer.py",
    "projects/mnist/data.py",
    "projects/mnist/download.py",
    "projects/mnist/model.py",
    "projects/mnist/train.py",
]
PROJECTS = Path(__file__).resolve().parents[1] / "projects"
FIRST = "the guides' loop"


def cases() -> dict[str, tuple[Callable[..., nn.Module], int]]:
    """Name, and what it calls, for how many epochs."""
    from quick_networks import cnn, halved
    from steps import (
        bfloat16,
        compiled,
        fast,
        fused,
        guides,
        one_cycle,
        short,
        sliced,
    )

    return {
        FIRST: (guides, 10),
        "slices for samples": (sliced, 10),
        "+ fused Adam": (fused, 10),
        "+ batches of 256, the same rate": (partial(fused, batch=256), 10),
        "+ OneCycle to a tuned rate": (one_cycle, 10),
        "+ four epochs": (short, 4),
        "+ no dropout: `fast`": (fast, 4),
        "`fast` in bfloat16": (bfloat16, 4),
        "`fast`, compiled": (compiled, 4),
        "`halved`: images of 14 by 14": (halved, 5),
        "`cnn`: a small CNN": (cnn, 4),
    }


def measure(quick: bool = False) -> dict[str, list[float]]:
    """Run all after one another with one seed, then all with the next."""
    sys.path += [str(PROJECTS / "fast-mnist"), str(PROJECTS / "mnist")]
    os.environ["TORCHINDUCTOR_COMPILE_THREADS"] = "1"  # or nobody counts its helpers
    os.environ["TORCHINDUCTOR_FORCE_DISABLE_CACHES"] = "1"
    from data import SUBSET, load
    from download import fetch
    from train import accuracy
    from trainer import used

    with tempfile.TemporaryDirectory() as temporary:
        folder = SUBSET if quick else Path(os.environ.get("MNIST_DIR") or temporary)
        if not quick:
            fetch(folder)
        train_set, test_set = load(folder, "train"), load(folder, "t10k")
    rows: dict[str, list[float]] = {}
    for seed in range(1 if quick else 3):
        for name, (entry, epochs) in cases().items():
            torch.compiler.reset()
            torch.compiler.set_stance("force_eager" if quick else "default")
            torch.manual_seed(seed)
            before = used()
            model = entry(*train_set.tensors)
            seconds = used() - before
            rows.setdefault(f"{name}: CPU time (s)", []).append(round(seconds, 2))
            torch.compiler.set_stance("force_eager")
            share = accuracy(model, test_set, torch.device("cpu"))
            rows.setdefault(f"{name}: right", []).append(share)
            rows[f"{name}: epochs"] = [epochs]
            print(seed, name, f"{seconds:.1f} s", flush=True)
    torch.compiler.set_stance("default")
    return rows


def table(rows: dict[str, list[float]]) -> list[str]:
    """One line a case: mean accuracy, median seconds, median share of the first."""
    lines = [
        "| | epochs | accuracy | CPU time | of the first line |",
        "|---|--:|--:|--:|--:|",
    ]
    first = rows[f"{FIRST}: CPU time (s)"]
    for label, seconds in rows.items():
        name, _, kind = label.rpartition(": ")
        if kind != "CPU time (s)":
            continue
        right = [100 * share for share in rows[f"{name}: right"]]
        span = f"{mean(right):.2f} % ({min(right):.2f} to {max(right):.2f})"
        share = median(one / other for one, other in zip(seconds, first))
        lines.append(
            f"| {name} | {rows[f'{name}: epochs'][0]} | {span} "
            f"| {median(seconds):.1f} s | {share:.2f} |"
        )
    return lines


if __name__ == "__main__":
    for label, values in measure().items():
        print(label, values)
