"""Run the long measurements and write snippets/measurements/: `python tests/measure.py [NAME...]`."""

from __future__ import annotations

import datetime
import hashlib
import json
import math
import os
import platform
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "hooks"))
from scripts import uncommented

ROOT = Path(__file__).resolve().parents[1]
MNIST = ["examples/projects/mnist/data.py", "examples/projects/mnist/model.py", "examples/projects/mnist/train.py"]
SEEDS = (0, 1, 2)


def digest(files: list[str]) -> str:
    """Changes with the code of the measured scripts, not with their comments."""
    total = hashlib.sha256()
    for file in files:
        total.update(file.encode() + uncommented((ROOT / file).read_text(encoding="utf-8")).encode())
    return total.hexdigest()[:16]


def processor() -> str:
    """The model of the CPU, without the name of the machine."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else f"{platform.system()} {platform.machine()}"


def mnist() -> dict:
    """Train on the whole of MNIST once per seed; the files lie in the folder MNIST_DIR, or are downloaded."""
    sys.path.insert(0, str(ROOT / "examples/projects/mnist"))
    import torch
    from data import load
    from download import fetch
    from train import fit

    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(os.environ.get("MNIST_DIR") or temporary)
        fetch(folder)
        train_set, test_set = load(folder, "train"), load(folder, "t10k")
    runs = []
    for seed in SEEDS:
        cpu, wall = time.process_time(), time.perf_counter()
        model, accuracies = fit(train_set, test_set, 10, seed, torch.device("cpu"), report=print)
        cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
        images, labels = test_set.tensors
        with torch.inference_mode():
            right = model.eval()(images).argmax(dim=1) == labels
        parts = [int(right[first::20].sum()) for first in range(20)]
        runs.append(
            {"seed": seed, "accuracies": accuracies, "parts": parts}
            | {"cpu_s": round(cpu, 1), "wall_s": round(wall, 1)}
        )
    return {"threads": torch.get_num_threads(), "runs": runs}


def mnist_table(record: dict) -> str:
    lines = ["| seed | after epoch 1 | epoch 2 | epoch 5 | epoch 10 | CPU time |", "|---|---|---|---|---|---|"]
    for run in record["runs"]:
        shown = [f"{run['accuracies'][epoch - 1]:.2%}".replace("%", " %") for epoch in (1, 2, 5, 10)]
        lines.append(f"| {run['seed']} | {' | '.join(shown)} | {run['cpu_s']:.0f} s |")
    last = [run["accuracies"][-1] for run in record["runs"]]
    mean = statistics.mean(last)
    error = math.sqrt(mean * (1 - mean) / 10_000)
    parts = [count for run in record["runs"] for count in run["parts"]]
    threads = f"{record['threads']} thread" + "s" * (record["threads"] > 1)
    return "\n".join(
        [
            *lines,
            "",
            "| after epoch 10 | |",
            "|---|---|",
            f"| mean over the seeds | {100 * mean:.2f} % |",
            f"| from the worst to the best seed | {100 * (max(last) - min(last)):.2f} points |",
            f"| standard error of one accuracy on 10,000 images | {100 * error:.2f} points |",
            f"| images right of 500, in each twentieth of the test set | {min(parts)} to {max(parts)} |",
            "",
            f"Measured {record['date']} with torch {record['torch']} on {record['machine']}, {threads}: "
            "`make measure` does it again.",
            "",
        ]
    )


MEASUREMENTS: dict[str, tuple[list[str], Callable[[], dict], Callable[[dict], str]]] = {
    "projects/mnist": (MNIST, mnist, mnist_table),
}


def main(names: list[str]) -> None:
    os.environ["OMP_NUM_THREADS"] = "1"  # before torch: wall time then stays near CPU time on a busy machine
    import torch

    for name in names or MEASUREMENTS:
        files, measure, table = MEASUREMENTS[name]
        about = {"digest": digest(files), "torch": torch.__version__, "python": platform.python_version()}
        about |= {"machine": processor(), "date": datetime.date.today().isoformat()}
        record = about | measure()
        target = ROOT / f"snippets/measurements/{name}.json"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8", newline="\n")
        target.with_suffix(".md").write_text(table(record), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
