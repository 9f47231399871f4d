"""Read a folder of pictures, or say in one sentence why it cannot be learned from."""

# --8<-- [start:open]
from pathlib import Path

from PIL import Image, ImageOps, UnidentifiedImageError


def open_picture(file: Path) -> Image.Image:
    """Return it upright, in RGB, on white; or raise an error of one sentence."""
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
    except (OSError, SyntaxError, ValueError):
        raise ValueError(f"{file} is damaged: copy it again.") from None
    if opened.mode in ("F", "I"):
        raise ValueError(f"{file} has numbers without a known white: save it as PNG.")
    if max(picture.size) > 32 * min(picture.size):
        raise ValueError(f"{file} is too narrow for a square.")
    white = Image.new("RGBA", picture.size, "white")
    white.alpha_composite(picture)
    return white.convert("RGB")


# --8<-- [end:open]

# --8<-- [start:read]
import csv
from dataclasses import dataclass

import torch
from torchvision.transforms.v2 import functional as T

SUFFIXES = {".bmp", ".gif", ".jpeg", ".jpg", ".png", ".tif", ".tiff", ".webp"}


@dataclass
class Folder:
    files: list[str]
    names: list[str]
    labels: torch.Tensor
    classes: list[str]
    pixels: torch.Tensor


def square(picture: Image.Image, size: int) -> torch.Tensor:
    """Fit it on a white square: uint8 (3, size, size)."""
    return T.pil_to_tensor(ImageOps.pad(picture, (size, size), color="white"))


def read_folder(root: Path, size: int = 32) -> Folder:
    """A class is a folder in root. Names of families come from labels.csv, if any."""
    if not root.is_dir():
        raise FileNotFoundError(f"There is no folder {root}.")
    found: dict[str, list[Path]] = {}
    for folder in sorted(root.iterdir()):
        if folder.is_dir() and folder.name[0] not in "._":
            inside = sorted(folder.rglob("*"))
            found[folder.name] = [
                file
                for file in inside
                if file.suffix.lower() in SUFFIXES and file.name[0] != "."
            ]
    if not found:
        raise ValueError(f"{root} has no folders: make one for each class.")
    if empty := [name for name, files in found.items() if not files]:
        raise ValueError(f"{root / empty[0]} has no pictures.")
    if len(found) == 1:
        only = next(iter(found))
        raise ValueError(f"{root} has one class only, {only}: add another.")
    files = [file for each in found.values() for file in each]
    known = {}
    if (root / "labels.csv").is_file():
        with (root / "labels.csv").open(encoding="utf-8-sig", newline="") as table:
            rows = [*csv.DictReader(table)]
        known = {row.get("file"): row.get("family") for row in rows}
    paths = [file.relative_to(root).as_posix() for file in files]
    return Folder(
        files=paths,
        names=[known.get(path) or path for path in paths],
        labels=torch.arange(len(found)).repeat_interleave(
            torch.tensor([len(each) for each in found.values()])
        ),
        classes=[*found],
        pixels=torch.stack([square(open_picture(file), size) for file in files]),
    )


# --8<-- [end:read]
