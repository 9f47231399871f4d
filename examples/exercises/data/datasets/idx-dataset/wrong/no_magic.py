"""Reads whatever the file holds."""

# hint: compare the first four bytes first
import gzip
from pathlib import Path

import torch
from torch.utils.data import Dataset


def read_idx(path: Path, axes: int) -> torch.Tensor:
    with gzip.open(path) as file:
        data = file.read()
    sizes = [int.from_bytes(data[4 + 4 * axis : 8 + 4 * axis], "big") for axis in range(axes)]
    return torch.frombuffer(bytearray(data[4 + 4 * axes :]), dtype=torch.uint8).reshape(sizes)


class IdxDataset(Dataset[tuple[torch.Tensor, int]]):
    def __init__(self, images: Path, labels: Path) -> None:
        self.images = read_idx(images, 3)
        self.labels = read_idx(labels, 1)

    def __len__(self) -> int:
        return len(self.labels)

    def __getitem__(self, index: int) -> tuple[torch.Tensor, int]:
        return self.images[index].unsqueeze(0) / 255, int(self.labels[index])
