"""ONNX Runtime for browsers, with which pages of the site run a model: fetched when the site is set up, with npm."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterable
from pathlib import Path

VERSION = "1.30.0"
FILES = {  # SHA-256 of what a page loads
    "ort.wasm.bundle.min.mjs": "11e64bd8ffe11bd1a2a2f0d6275fdfbbba7262f0b76b99b53d228a8a22ef3d90",
    "ort-wasm-simd-threaded.wasm": "3398c10d07d229bd91b364548e130e0e51a8e5704b88c7c083ebbeb78842dee2",
}


PLACE = "assets/model"  # in the site
MODELS = {  # by the name of the demo; beside each, answers.json has what Python answered
    "digits": "examples/data/digits-onnx/digits.onnx",
    "pictures": "examples/data/pictures-onnx/pictures.onnx",
    "writer": "examples/data/jargon-gpt-onnx/jargon-gpt.onnx",
}


def runtime(root: Path) -> Path:
    """The folder of the files, whether they are there or not."""
    return root / f".cache/onnxruntime-web-{VERSION}"


def is_there(root: Path) -> bool:
    return all((runtime(root) / name).is_file() for name in FILES)


def answers(root: Path, demo: str) -> Path:
    return (root / MODELS[demo]).with_name("answers.json")


def files(root: Path, demos: Iterable[str] = MODELS) -> dict[str, Path]:
    """What pages with these demos load, by its name in the site; nothing, if the runtime is missing."""
    if not is_there(root):
        return {}
    loaded = {name: runtime(root) / name for name in FILES}
    for demo in demos:
        loaded |= {f"{demo}.onnx": root / MODELS[demo], f"{demo}.json": answers(root, demo)}
    return loaded


def size(root: Path, demo: str) -> float:
    """Megabytes that the demo loads."""
    return sum(file.stat().st_size for file in files(root, [demo]).values()) / 1e6


def fetch(root: Path) -> str:
    """Get the files once; says what a site without them lacks."""
    if is_there(root):
        return ""
    lacks = "the pages with a model, as deploy/browser, will say that they cannot run it"
    npm = shutil.which("npm")
    if npm is None:
        return f"npm was not found: {lacks}"
    with tempfile.TemporaryDirectory() as folder:
        line = [npm, "pack", f"onnxruntime-web@{VERSION}", "--silent", "--fetch-retries=1", "--fetch-timeout=60000"]
        done = subprocess.run(line, cwd=folder, capture_output=True, text=True, check=False)
        archives = [*Path(folder).glob("*.tgz")]
        if done.returncode or not archives:
            return f"npm could not fetch onnxruntime-web {VERSION}: {lacks}"
        with tarfile.open(archives[0]) as archive:
            contents = {name: archive.extractfile(f"package/dist/{name}").read() for name in FILES}  # type: ignore[union-attr]
    wrong = [name for name, content in contents.items() if hashlib.sha256(content).hexdigest() != FILES[name]]
    if wrong:
        return f"{', '.join(wrong)} of onnxruntime-web {VERSION} is not the file that was checked: {lacks}"
    runtime(root).mkdir(parents=True, exist_ok=True)
    for name, content in contents.items():
        (runtime(root) / name).write_bytes(content)
    return ""


if __name__ == "__main__":
    if told := fetch(Path.cwd()):
        print(told, file=sys.stderr)
