"""The accuracy of projects/mnist after each of ten epochs on MNIST, for three seeds."""

import math
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

import torch

FILES = [
    "projects/mnist/data.py",
    "projects/mnist/download.py",
    "projects/mnist/model.py",
    "projects/mnist/train.py",
]
PROJECT = Path(__file__).resolve().parents[1] / "projects/mnist"


def measure(quick: bool = False) -> dict[str, list]:
    """Train once per seed; the files lie in the folder MNIST_DIR, or are downloaded."""
    sys.path.insert(0, str(PROJECT))
    from data import SUBSET, load
    from download import fetch
    from train import fit

    with tempfile.TemporaryDirectory() as temporary:
        folder = SUBSET if quick else Path(os.environ.get("MNIST_DIR") or temporary)
        if not quick:
            fetch(folder)
        train_set, test_set = load(folder, "train"), load(folder, "t10k")
    runs: dict[str, list] = {"seed": [], "accuracies": [], "parts": [], "cpu_s": []}
    for seed in (0,) if quick else (0, 1, 2):
        before = time.process_time()
        model, accuracies = fit(
            train_set,
            test_set,
            2 if quick else 10,
            seed,
            torch.device("cpu"),
            report=print,
        )
        runs["cpu_s"].append(round(time.process_time() - before, 1))
        images, labels = test_set.tensors
        with torch.inference_mode():
            right = model.eval()(images).argmax(dim=1) == labels
        runs["seed"].append(seed)
        runs["accuracies"].append(accuracies)
        runs["parts"].append([int(right[first::20].sum()) for first in range(20)])
    return runs


def table(rows: dict[str, list]) -> list[str]:
    """The lines of the two tables of the page."""
    lines = [
        "| seed | after epoch 1 | epoch 2 | epoch 5 | epoch 10 | CPU time |",
        "|---|---|---|---|---|---|",
    ]
    for seed, accuracies, seconds in zip(
        rows["seed"], rows["accuracies"], rows["cpu_s"]
    ):
        shown = [f"{100 * accuracies[epoch - 1]:.2f} %" for epoch in (1, 2, 5, 10)]
        lines.append(f"| {seed} | {' | '.join(shown)} | {seconds:.0f} s |")
    last = [accuracies[-1] for accuracies in rows["accuracies"]]
    mean = statistics.mean(last)
    error = math.sqrt(mean * (1 - mean) / 10_000)
    parts = [count for counts in rows["parts"] for count in counts]
    return [
        *lines,
        "",
        "| after epoch 10 | |",
        "|---|---|",
        f"| mean over the seeds | {100 * mean:.2f} % |",
        (
            "| from the worst to the best seed "
            f"| {100 * (max(last) - min(last)):.2f} points |"
        ),
        (
            "| standard error of one accuracy on 10,000 images "
            f"| {100 * error:.2f} points |"
        ),
        (
            "| images right of 500, in each twentieth of the test set "
            f"| {min(parts)} to {max(parts)} |"
        ),
    ]


if __name__ == "__main__":
    for label, values in measure().items():
        print(label, values)
