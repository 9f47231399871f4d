"""Read once, keep bytes, make floats of one image at a time."""

import gzip
import struct
from pathlib import Path

import torch
from torch.utils.data import Dataset


class ImageFiles(Dataset):
    def __init__(self, folder: Path, part: str):
        images = gzip.decompress((folder / f"{part}-images-idx3-ubyte.gz").read_bytes())
        labels = gzip.decompress((folder / f"{part}-labels-idx1-ubyte.gz").read_bytes())
        magic, count, height, width = struct.unpack_from(">4I", images)
        other, number = struct.unpack_from(">2I", labels)
        if (magic, other) != (2051, 2049):
            raise ValueError(f"{folder} has the magic numbers {magic} and {other}.")
        if count != number:
            raise ValueError(f"{folder} holds {count} images, but {number} labels.")
        pixels = torch.frombuffer(bytearray(images), dtype=torch.uint8, offset=16)
        self.images = pixels.reshape(-1, 1, height, width)
        self.labels = torch.frombuffer(bytearray(labels), dtype=torch.uint8, offset=8)

    def __len__(self) -> int:
        return len(self.images)

    def __getitem__(self, index: int) -> tuple[torch.Tensor, int]:
        return self.images[index] / 255, self.labels[index].item()
