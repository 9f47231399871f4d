"""Write a Dataset for images and labels in the IDX format, the format of MNIST."""

from pathlib import Path

import torch
from torch.utils.data import Dataset


class IdxDataset(Dataset[tuple[torch.Tensor, int]]):
    """The images of one file with the labels of another.

    Both files are in the IDX format and compressed with gzip. An IDX file starts with
    four bytes: 0, 0, the type of the values (8: uint8) and the number of axes. Then
    comes the length of each axis, a whole number in four bytes, the highest byte first.
    All values follow, the last axis fastest. A file of images has three axes (number,
    rows, columns), a file of labels has one.

    dataset[index] is a tuple of the image, a float32 tensor of shape (1, rows, columns)
    between 0 and 1, and the label, a Python int. If a file does not start with the four
    bytes that it should have, __init__ raises ValueError.
    """

    def __init__(self, images: Path, labels: Path) -> None:
        pass

    def __len__(self) -> int:
        pass

    def __getitem__(self, index: int) -> tuple[torch.Tensor, int]:
        pass
