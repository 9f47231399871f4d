"""Strips the spaces too."""

# hint: but with its spaces
from collections.abc import Iterator
from pathlib import Path

from torch.utils.data import IterableDataset, get_worker_info


class Lines(IterableDataset[str]):
    def __init__(self, path: Path) -> None:
        self.path = path

    def __iter__(self) -> Iterator[str]:
        info = get_worker_info()
        worker, workers = (info.id, info.num_workers) if info else (0, 1)
        lines = [line.strip() for line in self.path.read_text().splitlines() if line]
        yield from lines[worker::workers]
