"""Read gzipped IDX files into tensors, and refuse what is not whole."""

# --8<-- [start:read]
import gzip
import math
import struct
import zlib
from pathlib import Path

import torch
from torch.utils.data import TensorDataset

IMAGES, LABELS = 2051, 2049


def read_idx(path: Path, magic: int) -> torch.Tensor:
    """Return the file's numbers, uint8, or raise an error of one sentence."""
    if not path.is_file():
        raise FileNotFoundError(f"There is no file {path}.")
    try:
        content = gzip.decompress(path.read_bytes())
    except (EOFError, gzip.BadGzipFile, zlib.error):
        raise ValueError(
            f"{path} is damaged: delete it and download it again."
        ) from None
    found = int.from_bytes(content[:4], "big")
    if found != magic:
        raise ValueError(
            f"{path} begins with {found}, not with the magic number {magic}."
        )
    axes = magic % 256
    header = 4 + 4 * axes
    if len(content) < header:
        raise ValueError(f"{path} ends within its header.")
    shape = struct.unpack_from(f">{axes}I", content, offset=4)
    if len(content) - header != math.prod(shape):
        raise ValueError(
            f"{path} holds {len(content) - header} bytes, "
            f"but announces {math.prod(shape)}."
        )
    return torch.frombuffer(
        bytearray(content), dtype=torch.uint8, offset=header
    ).reshape(shape)


# --8<-- [end:read]

# --8<-- [start:load]
SUBSET = Path(__file__).resolve().parents[2] / "data/mnist-subset"


def load(folder: Path, part: str) -> TensorDataset:
    """Return the images (N, 1, 28, 28), 0 to 1, and labels of "train" or "t10k"."""
    images = read_idx(folder / f"{part}-images-idx3-ubyte.gz", IMAGES)
    labels = read_idx(folder / f"{part}-labels-idx1-ubyte.gz", LABELS)
    if len(images) != len(labels):
        raise ValueError(
            f"{folder} holds {len(images)} {part} images, but {len(labels)} labels."
        )
    return TensorDataset(images.unsqueeze(1) / 255, labels.long())


# --8<-- [end:load]
