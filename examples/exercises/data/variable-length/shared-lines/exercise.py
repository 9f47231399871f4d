"""Write a stream of lines that workers share."""

from collections.abc import Iterator
from pathlib import Path

from torch.utils.data import IterableDataset


class Lines(IterableDataset[str]):
    """The lines of a text file, but for the empty ones.

    The line break at the end is left out, spaces are not.

    With any number of workers, all of them together yield each line once, and their
    shares differ by one line at most. Without workers the stream yields all lines in
    order. Each pass begins at the beginning.
    """

    def __init__(self, path: Path) -> None:
        pass

    def __iter__(self) -> Iterator[str]:
        pass
