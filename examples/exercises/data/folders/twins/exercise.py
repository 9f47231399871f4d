"""Find pictures that are in both parts of a split."""

from pathlib import Path


def twins(training: list[Path], validation: list[Path]) -> list[tuple[Path, Path]]:
    """Return each pair of a training and a validation file that show the same.

    Two files show the same if they have the same size and the same colours in all
    pixels after convert("RGB"). They may have other names, and one may be a palette
    picture or of another format. The pairs come in the order of the validation files,
    and those of one validation file in the order of the training files.
    """
