"""Every worker reads the whole file and keeps every n-th line.

It begins at its own number.
"""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from torch.utils.data import IterableDataset, get_worker_info


class Lines(IterableDataset[str]):
    def __init__(self, path: Path) -> None:
        self.path = path

    def __iter__(self) -> Iterator[str]:
        info = get_worker_info()
        worker, workers = (info.id, info.num_workers) if info else (0, 1)
        with open(self.path) as file:
            lines = (line.rstrip("\n") for line in file if line != "\n")
            yield from islice(lines, worker, None, workers)
