"""Each worker has a copy of the dataset and random numbers of its own."""

# --8<-- [start:copy]
import torch
from torch.utils.data import DataLoader, Dataset


class Scaled(Dataset[int]):
    def __init__(self) -> None:
        self.factor = 1
        self.calls = 0

    def __len__(self) -> int:
        return 4

    def __getitem__(self, index: int) -> int:
        self.calls += 1
        return index * self.factor


if __name__ == "__main__":
    for persistent in (False, True):
        print("persistent_workers =", persistent)
        dataset = Scaled()
        loader = DataLoader(
            dataset, batch_size=2, num_workers=2, persistent_workers=persistent
        )
        for factor in (1, 10):
            dataset.factor = factor
            batches = [batch.tolist() for batch in loader]
            print(f"  factor {factor:2}: {batches}   calls: {dataset.calls}")
# --8<-- [end:copy]

# --8<-- [start:shared]
import numpy as np


class InPlace(Dataset[float]):
    def __init__(self) -> None:
        self.tensor = torch.ones(2)
        self.array = np.ones(2)

    def __len__(self) -> int:
        return 2

    def __getitem__(self, index: int) -> float:
        self.array[index] *= 2
        self.tensor[index] *= 2
        return self.tensor[index].item()


if __name__ == "__main__":
    dataset = InPlace()
    loader = DataLoader(
        dataset,
        batch_size=2,
        num_workers=1,
        persistent_workers=True,
        multiprocessing_context="spawn",
    )
    for epoch in range(3):
        print(f"epoch {epoch}:", *loader)
    print("afterwards, in your process:", dataset.tensor, dataset.array)
# --8<-- [end:shared]

# --8<-- [start:machine-start]
import time

if __name__ == "__main__":
    print("start method:", torch.multiprocessing.get_start_method())
    for persistent in (False, True):
        loader = DataLoader(range(8), num_workers=2, persistent_workers=persistent)
        for number in ("first", "second"):
            start = time.perf_counter()
            batches = iter(loader)
            next(batches)
            passed = 1000 * (time.perf_counter() - start)
            label = f"persistent_workers={persistent}, first batch of the {number} pass"
            print(f"{label}: {passed:.0f} ms")
            for _ in batches:
                pass
# --8<-- [end:machine-start]

# --8<-- [start:machine-memory]
import re
from pathlib import Path


def private_megabytes() -> float:
    rollup = Path("/proc/self/smaps_rollup")
    text = rollup.read_text() if rollup.exists() else ""
    return sum(int(size) for size in re.findall(r"Private_\w+: +(\d+)", text)) / 1000


class Paths(Dataset[float]):
    def __init__(self, paths: list[str] | np.ndarray) -> None:
        self.paths = paths

    def __len__(self) -> int:
        return len(self.paths)

    def __getitems__(self, indices: list[int]) -> list[float]:
        for index in indices:
            self.paths[index]
        return [private_megabytes()]


if __name__ == "__main__":
    paths = [f"images/{number:06}.png" for number in range(400_000)]
    stores = {"list of strings": paths, "NumPy array": np.array(paths, dtype=np.bytes_)}
    for name, store in stores.items():
        first, *_, last = DataLoader(Paths(store), batch_size=10_000, num_workers=1)
        print(f"{name}, memory of the worker alone, first batch: {first.item():.0f} MB")
        print(f"{name}, memory of the worker alone, last batch: {last.item():.0f} MB")
# --8<-- [end:machine-memory]

# --8<-- [start:seeds]
import random


class Draws(Dataset[list[float]]):
    def __len__(self) -> int:
        return 4

    def __getitem__(self, index: int) -> list[float]:
        return [torch.rand(()).item(), random.random(), np.random.rand()]


def drawn(workers: int) -> list[list[float]]:
    generator = torch.Generator().manual_seed(0)
    loader = DataLoader(
        Draws(), batch_size=None, num_workers=workers, generator=generator
    )
    return list(loader)


if __name__ == "__main__":
    numbers = drawn(2)
    for index, row in enumerate(numbers):
        words = " ".join(f"{number:.4f}" for number in row)
        print(f"sample {index}, worker {index % 2}:  {words}")
    different = {number for row in numbers for number in row}
    print("different numbers:", len(different), "of 12")
    again = sum(row == before for row, before in zip(drawn(2), numbers))
    print("equal in a second run:", again, "samples of", len(numbers))
    print("torch's numbers, one worker:", *[f"{row[0]:.4f}" for row in drawn(1)])
# --8<-- [end:seeds]


# --8<-- [start:by-index]
class Noisy(Dataset[float]):
    def __init__(self) -> None:
        self.epoch = torch.zeros((), dtype=torch.int64).share_memory_()

    def __len__(self) -> int:
        return 4

    def __getitem__(self, index: int) -> float:
        seed = len(self) * int(self.epoch) + index
        return torch.rand((), generator=torch.Generator().manual_seed(seed)).item()


if __name__ == "__main__":
    for workers in (0, 2):
        dataset = Noisy()
        options = {"num_workers": workers, "persistent_workers": workers > 0}
        loader = DataLoader(dataset, batch_size=None, **options)
        for epoch in range(2):
            dataset.epoch.fill_(epoch)
            words = " ".join(f"{number:.4f}" for number in loader)
            print(f"{workers} workers, epoch {epoch}:  {words}")
# --8<-- [end:by-index]
