"""Guesses the name."""

# hint: a location can have any name, and there may be none
from pathlib import Path


def missing_files(path: Path) -> list[str]:
    data = path.with_name(path.name + ".data")
    return [] if data.is_file() else [data.name]
