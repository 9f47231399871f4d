"""Find out which data files an ONNX file needs and does not have."""

from pathlib import Path


def missing_files(path: Path) -> list[str]:
    """Return the locations of the external data that is missing.

    It is what the ONNX file at path needs and what is not there. A location is a path
    relative to the folder of the ONNX file, such as "net.onnx.data". The list is sorted
    and names each location once; it is empty if nothing is missing.
    """
