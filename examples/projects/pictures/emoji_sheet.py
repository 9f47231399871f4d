"""Write the emoji of the sheet into a folder for each of nine groups."""

# --8<-- [start:unpack]
import csv
import shutil
from pathlib import Path

from PIL import Image

SHEET = Path(__file__).resolve().parents[2] / "data" / "emoji-sheet"
SIDE = 32


def unpack(target: Path) -> Path:
    """Write 1,861 files and labels.csv, unless target is there already."""
    if target.is_dir():
        return target
    with (SHEET / "labels.csv").open(encoding="utf-8", newline="") as file:
        names = [row["file"] for row in csv.DictReader(file)]
    unfinished = target.with_name(target.name + ".part")
    shutil.rmtree(unfinished, ignore_errors=True)
    with Image.open(SHEET / "emoji.webp") as sheet:
        for place, name in enumerate(names):
            row, column = divmod(place, sheet.width // SIDE)
            left, top = column * SIDE, row * SIDE
            (unfinished / name).parent.mkdir(parents=True, exist_ok=True)
            picture = sheet.crop((left, top, left + SIDE, top + SIDE))
            picture.save(unfinished / name, compress_level=1)
    shutil.copy(SHEET / "labels.csv", unfinished)
    return unfinished.rename(target)


# --8<-- [end:unpack]
