"""What a file shows is its size and its bytes in RGB: the key of a dictionary."""

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
