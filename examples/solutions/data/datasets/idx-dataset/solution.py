"""The header says the shape, and the rest is one reshape away.

A sample becomes float when it is asked for.
"""

import gzip
from pathlib import Path

import torch
from torch.utils.data import Dataset


def read_idx(path: Path, axes: int) -> torch.Tensor:
    with gzip.open(path) as file:
        data = file.read()
    if data[:4] != bytes([0, 0, 8, axes]):
        raise ValueError(f"{path} is not an IDX file of uint8 with {axes} axes")
    end = 4 + 4 * axes
    sizes = [int.from_bytes(data[at : at + 4], "big") for at in range(4, end, 4)]
    values = torch.frombuffer(bytearray(data[end:]), dtype=torch.uint8)
    return values.reshape(sizes)


class IdxDataset(Dataset[tuple[torch.Tensor, int]]):
    def __init__(self, images: Path, labels: Path) -> None:
        self.images = read_idx(images, 3)
        self.labels = read_idx(labels, 1)

    def __len__(self) -> int:
        return len(self.labels)

    def __getitem__(self, index: int) -> tuple[torch.Tensor, int]:
        return self.images[index].unsqueeze(0) / 255, int(self.labels[index])
