"""One pass of a DataLoader with workers over the time without, for two datasets."""

import time

import torch
from torch.multiprocessing import get_all_start_methods
from torch.utils.data import DataLoader, Dataset, TensorDataset


class Waiting(Dataset):
    """Examples that take 5 ms to arrive, as from a slow disk, and no computation."""

    def __init__(self, length: int):
        self.length = length

    def __len__(self) -> int:
        return self.length

    def __getitem__(self, index: int) -> torch.Tensor:
        time.sleep(0.005)
        return torch.full((64,), float(index))


def seconds(dataset: Dataset, workers: int) -> float:
    start = "fork" if workers and "fork" in get_all_start_methods() else None
    loader = DataLoader(
        dataset, batch_size=32, num_workers=workers, multiprocessing_context=start
    )
    begin = time.perf_counter()
    for _ in loader:
        pass
    return time.perf_counter() - begin


def measure(quick: bool = False) -> dict[str, list[float]]:
    """Pairs in alternation; workers start anew in each pass."""
    waiting = Waiting(64 if quick else 640)
    memory = TensorDataset(torch.rand(1_000 if quick else 20_000, 784))
    rows: dict[str, list[float]] = {}
    for _ in range(1 if quick else 7):
        for name, dataset in [
            ("5 ms of waiting per example", waiting),
            ("examples in memory", memory),
        ]:
            alone = seconds(dataset, 0)
            for workers in (1, 2):
                label = (
                    f"{name}, {workers} worker{'s' * (workers > 1)} "
                    "(times the time without)"
                )
                rows.setdefault(label, []).append(seconds(dataset, workers) / alone)
    return rows


if __name__ == "__main__":
    for label, values in measure().items():
        print(label, values)
