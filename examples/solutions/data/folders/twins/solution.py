"""The key of a dictionary is the size and the bytes in RGB.

Of pictures with an alpha channel or 16 bits, take what the page's open_picture returns.
"""

from collections import defaultdict
from pathlib import Path

from PIL import Image


def shown(file: Path) -> tuple[tuple[int, int], bytes]:
    with Image.open(file) as opened:
        picture = opened.convert("RGB")
    return picture.size, picture.tobytes()


def twins(training: list[Path], validation: list[Path]) -> list[tuple[Path, Path]]:
    known = defaultdict(list)
    for file in training:
        known[shown(file)].append(file)
    return [(twin, file) for file in validation for twin in known[shown(file)]]
