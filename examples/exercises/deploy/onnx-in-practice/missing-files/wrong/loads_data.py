"""Loads the data too."""

# hint: unless you say load_external_data=False
from pathlib import Path

import onnx


def missing_files(path: Path) -> list[str]:
    graph = onnx.load(path).graph
    locations = {
        entry.value for tensor in graph.initializer for entry in tensor.external_data if entry.key == "location"
    }
    return sorted(location for location in locations if not (path.parent / location).is_file())
