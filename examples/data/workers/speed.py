"""See what workers do, measure whether they help, and choose a loader's options."""

# --8<-- [start:first]
import torch
from torch.utils.data import DataLoader, Dataset, get_worker_info


class Where(Dataset[tuple[int, int]]):
    def __len__(self) -> int:
        return 12

    def __getitem__(self, index: int) -> tuple[int, int]:
        info = get_worker_info()
        return index, info.id if info else -1


if __name__ == "__main__":
    for workers in (0, 2):
        print("num_workers =", workers)
        loader = DataLoader(Where(), batch_size=3, num_workers=workers)
        for indices, loaded_by in loader:
            loaders = loaded_by.unique().tolist()
            print("  samples", indices.tolist(), "loaded by", loaders)
# --8<-- [end:first]


# --8<-- [start:schedule]
def schedule(
    workers: int, batches: int = 6, load: int = 2, step: int = 1, waits: bool = True
) -> list[tuple[int, int, int]]:
    """For each batch: its worker, when that begins to load, when the step begins."""
    plan = []
    free, trained = [0] * max(workers, 1), 0
    for batch in range(batches):
        worker = batch % len(free)
        begin = free[worker] if workers or not waits else trained
        free[worker] = begin + load
        start = max(free[worker], trained)
        trained = start + step
        plan.append((worker, begin, start))
    return plan


if __name__ == "__main__":
    for workers in range(5):
        print(workers, "workers:", schedule(workers)[-1][2] + 1, "seconds")
    unwaited = schedule(0, waits=False)[-1][2] + 1
    print("0 workers, steps that nobody waits for:", unwaited, "seconds")
# --8<-- [end:schedule]

# --8<-- [start:figure-timeline]
if __name__ == "__main__":
    import matplotlib.pyplot as plt

    heights = [1, 2, 3]
    figure, plots = plt.subplots(
        3, figsize=(5.6, 4.8), sharex=True, height_ratios=heights, layout="constrained"
    )
    for workers, axes in enumerate(plots):
        for batch, (worker, begin, start) in enumerate(schedule(workers)):
            row = worker + 1 if workers else 0
            bars = ((begin, 2, row, "C0"), (start, 1, 0, "C1"))
            for left, width, y, color in bars:
                look = {"facecolor": color, "alpha": 0.35, "edgecolor": color}
                axes.barh(y, width, left=left, height=0.7, **look)
                place = (left + width / 2, y)
                axes.text(*place, str(batch), ha="center", va="center", fontsize=12)
        names = ["your process", *[f"worker {worker}" for worker in range(workers)]]
        axes.set_yticks(range(len(names)), names)
        axes.set(ylim=(len(names) - 0.5, -0.5), xlim=(0, 18))
        axes.grid(False)
    plots[2].set(xlabel="seconds", xticks=range(0, 19, 3))
    figure.savefig("timeline.svg")
# --8<-- [end:figure-timeline]

# --8<-- [start:machine-throughput]
import time


class Waits(Dataset[torch.Tensor]):
    def __len__(self) -> int:
        return 32

    def __getitem__(self, index: int) -> torch.Tensor:
        time.sleep(0.005)
        return torch.ones(100)


class InMemory(Dataset[torch.Tensor]):
    def __init__(self) -> None:
        self.rows = torch.ones(4096, 100)

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, index: int) -> torch.Tensor:
        return self.rows[index]


def seconds(loader: DataLoader) -> float:
    start = time.perf_counter()
    for _ in loader:
        pass
    return time.perf_counter() - start


if __name__ == "__main__":
    for dataset, size in ((Waits(), 4), (InMemory(), 64)):
        for workers in (0, 1, 2):
            options = {"num_workers": workers, "persistent_workers": workers > 0}
            loader = DataLoader(dataset, batch_size=size, **options)
            seconds(loader)
            best = min(seconds(loader) for _ in range(2))
            print(f"{type(dataset).__name__}, {workers} workers: {1000 * best:.0f} ms")
# --8<-- [end:machine-throughput]

# --8<-- [start:machine-waiting]
from collections.abc import Iterable, Iterator

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")


def epoch_seconds(batches: Iterable[torch.Tensor]) -> float:
    start = time.perf_counter()
    for batch in batches:
        batch.to(device)
        time.sleep(0.015)
    if device.type != "cpu":
        torch.accelerator.synchronize()
    return time.perf_counter() - start


if __name__ == "__main__":
    for workers in (0, 2):
        options = {"num_workers": workers, "persistent_workers": workers > 0}
        loader = DataLoader(Waits(), batch_size=4, **options)
        batch = max(loader, key=len)
        epoch_seconds([batch])
        at_hand, loaded = epoch_seconds([batch] * len(loader)), epoch_seconds(loader)
        share = 1 - at_hand / loaded
        print(f"{workers} workers, share of the epoch spent waiting: {share:.0%}")
# --8<-- [end:machine-waiting]

# --8<-- [start:machine-cores]
if __name__ == "__main__":
    import os

    known = hasattr(os, "sched_getaffinity")
    print("cores of this machine:", os.cpu_count())
    print("this process may use:", len(os.sched_getaffinity(0)) if known else "all")
# --8<-- [end:machine-cores]


# --8<-- [start:threads]
class Threads(Dataset[int]):
    def __len__(self) -> int:
        return 1

    def __getitem__(self, index: int) -> int:
        return torch.get_num_threads()


if __name__ == "__main__":
    torch.set_num_threads(4)
    for workers in (0, 1):
        loader = DataLoader(Threads(), batch_size=None, num_workers=workers)
        print(f"{workers} workers, threads of the process that loads:", *loader)
# --8<-- [end:threads]

# --8<-- [start:prefetch]
from torch.utils.data import Sampler


class Asked(Sampler[int]):
    """The numbers from 0 to 99; it counts how many were asked for."""

    def __iter__(self) -> Iterator[int]:
        for self.count in range(1, 101):
            yield self.count - 1


if __name__ == "__main__":
    sampler = Asked()
    loader = DataLoader(range(100), batch_size=None, sampler=sampler, num_workers=2)
    batches = iter(loader)
    print("before the first batch:", sampler.count, "asked for")
    for _ in range(3):
        batch = next(batches)
        print(f"batch {batch} in hand:", sampler.count, "asked for")
# --8<-- [end:prefetch]

# --8<-- [start:options]
from typing import Any


def loader_options(workers: int, device: torch.device) -> dict[str, Any]:
    pin_memory = device.type == "cuda"
    options: dict[str, Any] = {"num_workers": workers, "pin_memory": pin_memory}
    if workers > 0:
        options["persistent_workers"] = True
    return options


if __name__ == "__main__":
    print(loader_options(0, torch.device("cpu")))
    print(loader_options(4, torch.device("cuda")))
# --8<-- [end:options]
