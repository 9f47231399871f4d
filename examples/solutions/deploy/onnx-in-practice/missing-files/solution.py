"""The locations that the graph names, less those that are files."""

from pathlib import Path

import onnx


def missing_files(path: Path) -> list[str]:
    graph = onnx.load(path, load_external_data=False).graph
    entries = [entry for tensor in graph.initializer for entry in tensor.external_data]
    locations = {entry.value for entry in entries if entry.key == "location"}
    return sorted(name for name in locations if not (path.parent / name).is_file())
