"""Works with workers only."""

# hint: 'NoneType' object has no attribute
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from torch.utils.data import IterableDataset, get_worker_info


class Lines(IterableDataset[str]):
    def __init__(self, path: Path) -> None:
        self.path = path

    def __iter__(self) -> Iterator[str]:
        info = get_worker_info()
        with open(self.path) as file:
            lines = (line.rstrip("\n") for line in file if line != "\n")
            yield from islice(lines, info.id, None, info.num_workers)
