"""Errors that come from workers, and a bug that comes without one."""

# --8<-- [start:own-generator]
import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset


class OwnGenerator(Dataset[float]):
    def __init__(self) -> None:
        self.random = np.random.default_rng(0)

    def __len__(self) -> int:
        return 4

    def __getitem__(self, index: int) -> float:
        return self.random.random()


class WorkerGenerator(OwnGenerator):
    def __getitem__(self, index: int) -> float:
        return torch.rand(()).item()


if __name__ == "__main__":
    for dataset in (OwnGenerator(), WorkerGenerator()):
        print(type(dataset).__name__)
        generator = torch.Generator().manual_seed(0)
        loader = DataLoader(
            dataset, batch_size=None, num_workers=2, generator=generator
        )
        for epoch in range(2):
            print(f"  epoch {epoch}:", *[f"{number:.4f}" for number in loader])
# --8<-- [end:own-generator]

# --8<-- [start:no-guard]
import subprocess
import sys
from pathlib import Path

UNGUARDED = """
import multiprocessing

multiprocessing.set_start_method("spawn", force=True)
multiprocessing.Process(target=print, args=("hello from a worker",)).start()
"""

if __name__ == "__main__":
    Path("unguarded.py").write_text(UNGUARDED)
    command = [sys.executable, "unguarded.py"]
    ended = subprocess.run(command, capture_output=True, text=True)
    print("the worker printed:", repr(ended.stdout))
    message = ended.stderr[ended.stderr.rindex("RuntimeError:") :]
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    print("\n".join(lines[:7]))
# --8<-- [end:no-guard]

# --8<-- [start:pickle]
import pickle
from functools import partial


def scale(x: torch.Tensor, factor: float) -> torch.Tensor:
    return x * factor


class Scale:
    def __init__(self, factor: float) -> None:
        self.factor = factor

    def __call__(self, x: torch.Tensor) -> torch.Tensor:
        return x * self.factor


def inner(factor: float):
    def scaled(x: torch.Tensor) -> torch.Tensor:
        return x * factor

    return scaled


if __name__ == "__main__":
    with open("unguarded.py") as file:
        candidates = {
            "a lambda": lambda x: x * 2,
            "a function within a function": inner(2),
            "an open file": file,
            "a partial": partial(scale, factor=2),
            "an object of a class": Scale(2),
        }
    for name, candidate in candidates.items():
        try:
            pickle.dumps(candidate)
            print(f"{name:28} can be sent")
        except (pickle.PicklingError, AttributeError, TypeError):
            print(f"{name:28} cannot be pickled")
# --8<-- [end:pickle]


# --8<-- [start:machine-files]
def open_files() -> int:
    return len([*Path("/dev/fd").glob("*")])


if __name__ == "__main__":
    before = open_files()
    kept = list(DataLoader(torch.ones(100, 4), num_workers=1))
    print(f"{sum(batch.is_shared() for batch in kept)} batches in shared memory")
    print("open files more:", open_files() - before)
    kept = [batch.clone() for batch in kept]
    print("open files more, with clones instead:", open_files() - before)
# --8<-- [end:machine-files]

# --8<-- [start:machine-died]
import os
import time


class Dies(Dataset[int]):
    def __len__(self) -> int:
        return 8

    def __getitem__(self, index: int) -> int:
        time.sleep(0.3)
        os._exit(1)


if __name__ == "__main__":
    try:
        list(DataLoader(Dies(), num_workers=1))
    except RuntimeError as error:
        print("RuntimeError:", error)
# --8<-- [end:machine-died]


# --8<-- [start:worker-error]
class Broken(Dataset[int]):
    def __len__(self) -> int:
        return 8

    def __getitem__(self, index: int) -> int:
        if index == 5:
            raise ValueError(f"sample {index} cannot be read")
        return index


if __name__ == "__main__":
    try:
        list(DataLoader(Broken(), batch_size=2, num_workers=2))
    except ValueError as error:
        lines = str(error).splitlines()
        print(lines[0], lines[1], "...", lines[-1], sep="\n")
        error.__traceback__ = None
# --8<-- [end:worker-error]
