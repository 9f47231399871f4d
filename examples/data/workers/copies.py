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

# --8<-- [start:seeds]
import random

import numpy as np


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
    print("12 different numbers:", len(different) == 12)
    print("the same in a second run:", drawn(2) == numbers)
    print("the same with one worker:", drawn(1) == numbers)
# --8<-- [end:seeds]


# --8<-- [start:by-index]
class Noisy(Dataset[float]):
    def __len__(self) -> int:
        return 4

    def __getitem__(self, index: int) -> float:
        return torch.rand((), generator=torch.Generator().manual_seed(index)).item()


if __name__ == "__main__":
    alone = list(DataLoader(Noisy(), batch_size=None, num_workers=0))
    helped = list(DataLoader(Noisy(), batch_size=None, num_workers=2))
    print("the same with 0 and with 2 workers:", alone == helped)
# --8<-- [end:by-index]
