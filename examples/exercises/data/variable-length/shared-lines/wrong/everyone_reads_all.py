"""Knows nothing of workers."""

# hint: each worker reads a share
from collections.abc import Iterator
from pathlib import Path

from torch.utils.data import IterableDataset


class Lines(IterableDataset[str]):
    def __init__(self, path: Path) -> None:
        self.path = path

    def __iter__(self) -> Iterator[str]:
        with open(self.path) as file:
            yield from (line.rstrip("\n") for line in file if line != "\n")
