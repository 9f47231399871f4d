"""Opens the file once and for all."""

# hint: open the file in __iter__
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from torch.utils.data import IterableDataset, get_worker_info


class Lines(IterableDataset[str]):
    def __init__(self, path: Path) -> None:
        self.lines = iter([line for line in path.read_text().splitlines() if line])

    def __iter__(self) -> Iterator[str]:
        info = get_worker_info()
        worker, workers = (info.id, info.num_workers) if info else (0, 1)
        yield from islice(self.lines, worker, None, workers)
