"""A Dataset of your own for Fashion-MNIST, which has the file format of MNIST."""

from pathlib import Path

import torch
from torch.utils.data import Dataset


class ImageFiles(Dataset):
    """The images and labels of one part of a folder, "train" or "t10k".

    The two gzipped IDX files are {part}-images-idx3-ubyte.gz (16 bytes of header: the
    magic number 2051, the number of images, the height, the width, each as four bytes,
    the most significant first; then one byte per pixel) and {part}-labels-idx1-ubyte.gz
    (8 bytes of header: 2049 and the number of labels; then one byte per label).

    An item is an image, float32 of shape (1, height, width) from 0 to 1, and its label,
    an int.

    Raises:
        ValueError: if a magic number is another, or images and labels are not as many.
    """

    def __init__(self, folder: Path, part: str):
        pass

    def __len__(self) -> int:
        return 0

    def __getitem__(self, index: int) -> tuple[torch.Tensor, int] | None:
        return None
