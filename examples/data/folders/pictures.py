"""Open any picture file, and hand out pictures with the numbers of their classes."""

# --8<-- [start:open]
import struct
from pathlib import Path

from PIL import Image, ImageOps, UnidentifiedImageError


def open_picture(name: Path | str) -> Image.Image:
    """Return it upright, in RGB, on white; or raise an error of one sentence."""
    file = Path(name)
    if not file.is_file():
        raise FileNotFoundError(f"There is no file {file}.")
    if not file.stat().st_size:
        raise ValueError(f"{file} is empty.")
    try:
        with Image.open(file) as opened:
            picture = ImageOps.exif_transpose(opened)
            if picture.mode.startswith("I;16"):
                picture = picture.convert("I").point(lambda value: value / 257 + 0.5)
            picture = picture.convert("RGBA")
    except UnidentifiedImageError:
        raise ValueError(f"{file} is no picture, or of an unknown kind.") from None
    except Image.DecompressionBombError:
        raise ValueError(f"{file} has too many pixels: make it smaller.") from None
    except (OSError, SyntaxError, TypeError, ValueError, struct.error):
        raise ValueError(f"{file} is cut off or damaged: copy it again.") from None
    if opened.mode in ("F", "I"):
        raise ValueError(f"{file} has numbers without a known white: save it as PNG.")
    white = Image.new("RGBA", picture.size, "white")
    white.alpha_composite(picture)
    return white.convert("RGB")


# --8<-- [end:open]

# --8<-- [start:dataset]
from collections.abc import Callable
from typing import Any

from torch.utils.data import Dataset


class Pictures(Dataset[tuple[Any, int]]):
    """Pairs of a picture and its class's place in the sorted list of the classes."""

    def __init__(
        self,
        samples: list[tuple[Path, str]],
        transform: Callable[[Image.Image], Any] | None = None,
    ) -> None:
        self.samples = samples
        self.classes = sorted({label for _, label in samples})
        self.transform = transform

    def __len__(self) -> int:
        return len(self.samples)

    def __getitem__(self, index: int) -> tuple[Any, int]:
        file, label = self.samples[index]
        picture = open_picture(file)
        if self.transform:
            picture = self.transform(picture)
        return picture, self.classes.index(label)


# --8<-- [end:dataset]

# --8<-- [start:sources]
import csv

SUFFIXES = {".bmp", ".gif", ".jpeg", ".jpg", ".png", ".tif", ".tiff", ".webp"}


def from_folders(root: Path) -> list[tuple[Path, str]]:
    """Every picture in the folders of root, with the name of its folder."""
    if not root.is_dir():
        raise FileNotFoundError(f"There is no folder {root}.")
    samples = [
        (file, folder.name)
        for folder in sorted(root.iterdir())
        if folder.is_dir() and folder.name[0] not in "._"
        for file in sorted(folder.rglob("*"))
        if file.suffix.lower() in SUFFIXES
        and not any(part[0] == "." for part in file.relative_to(folder).parts)
    ]
    classes = {label for _, label in samples}
    if not classes:
        raise ValueError(f"{root} has no folders with pictures: make one per class.")
    if len(classes) == 1:
        only = classes.pop()
        raise ValueError(f"{root} has pictures of one class only, {only}: add another.")
    return samples


def from_csv(table: Path, column: str) -> list[tuple[Path, str]]:
    """Every file that the table names, with what stands in the column."""
    with table.open(encoding="utf-8-sig", newline="") as file:
        return [
            (table.parent / row["file"], row[column]) for row in csv.DictReader(file)
        ]


# --8<-- [end:sources]
