"""Reads the number of labels with the lowest byte first."""

# hint: the length of an axis is in bytes 4 to 7, the highest byte first
import gzip
from pathlib import Path

import torch
from torch.utils.data import Dataset


class IdxDataset(Dataset[tuple[torch.Tensor, int]]):
    def __init__(self, images: Path, labels: Path) -> None:
        with gzip.open(labels) as file:
            self.labels = file.read()

    def __len__(self) -> int:
        return int.from_bytes(self.labels[4:8], "little")

    def __getitem__(self, index: int) -> tuple[torch.Tensor, int]:
        return torch.zeros(1, 28, 28), self.labels[8 + index]
