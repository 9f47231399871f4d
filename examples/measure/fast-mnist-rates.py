"""Accuracy on held-out training images of MNIST, for peaks of the learning rate."""

import os
import sys
import tempfile
from pathlib import Path
from statistics import mean

import torch

FILES = [
    "projects/fast-mnist/steps.py",
    "projects/mnist/data.py",
    "projects/mnist/download.py",
    "projects/mnist/model.py",
    "projects/mnist/train.py",
]
PROJECTS = Path(__file__).resolve().parents[1] / "projects"
PEAKS = (0.003, 0.006, 0.012, 0.024)


def measure(quick: bool = False) -> dict[str, list[float]]:
    """Train on five sixths of the training images, judge by the others."""
    sys.path += [str(PROJECTS / "fast-mnist"), str(PROJECTS / "mnist")]
    from data import SUBSET, load
    from download import fetch
    from model import MLP
    from steps import one_cycle
    from train import accuracy
    from torch.utils.data import TensorDataset

    with tempfile.TemporaryDirectory() as temporary:
        folder = SUBSET if quick else Path(os.environ.get("MNIST_DIR") or temporary)
        if not quick:
            fetch(folder)
        images, labels = load(folder, "train").tensors
    count = 5 * len(labels) // 6
    held_out = TensorDataset(images[count:], labels[count:])
    rows: dict[str, list[float]] = {}
    for peak in PEAKS:
        rows[f"peak {peak:g}: right of the held-out (%)"] = right = []
        for seed in range(1 if quick else 3):
            torch.manual_seed(seed)
            model = one_cycle(
                images[:count],
                labels[:count],
                epochs=4,
                peak=peak,
                network=lambda: MLP(dropout=0.0),
            )
            share = accuracy(model, held_out, torch.device("cpu"))
            right.append(round(100 * share, 2))
    return rows


def table(rows: dict[str, list[float]]) -> list[str]:
    """One line a peak: the mean of the seeds, the lowest and the highest."""
    lines = ["| peak of the rate | right of the held-out images |", "|--:|--:|"]
    for label, values in rows.items():
        peak = label.removeprefix("peak ").partition(":")[0]
        span = f"({min(values):.2f} to {max(values):.2f})"
        lines.append(f"| {peak} | {mean(values):.2f} % {span} |")
    return lines


if __name__ == "__main__":
    for label, values in measure().items():
        print(label, values)
