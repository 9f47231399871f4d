"""Fetch the MNIST files: two mirrors, checked content, nothing half-written."""

# --8<-- [start:files]
import gzip
import hashlib
import http.client
import os
import sys
import tempfile
import urllib.request
import zlib
from collections.abc import Sequence
from pathlib import Path

MIRRORS = (
    "https://ossci-datasets.s3.amazonaws.com/mnist/",
    "https://storage.googleapis.com/cvdf-datasets/mnist/",
)
FILES = {  # name: SHA-256 of the unpacked content
    "train-images-idx3-ubyte.gz": (
        "ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db"
    ),
    "train-labels-idx1-ubyte.gz": (
        "65a50cbbf4e906d70832878ad85ccda5333a97f0f4c3dd2ef09a8a9eef7101c5"
    ),
    "t10k-images-idx3-ubyte.gz": (
        "0fa7898d509279e482958e8ce81c8e77db3f2f8254e26661ceb7762c4d494ce7"
    ),
    "t10k-labels-idx1-ubyte.gz": (
        "ff7bcfd416de33731a308c3f266cc351222c34898ecbeaf847f06e48f7ec33f2"
    ),
}
# --8<-- [end:files]


# --8<-- [start:check]
def check(name: str, packed: bytes) -> None:
    """Raise ValueError unless this is the file that was published under this name."""
    magic = 2051 if "images" in name else 2049
    try:
        content = gzip.decompress(packed)
    except (EOFError, gzip.BadGzipFile, zlib.error):
        raise ValueError("sent something else than a whole gzip file") from None
    if (found := int.from_bytes(content[:4], "big")) != magic:
        raise ValueError(
            f"sent a file with the magic number {found} instead of {magic}"
        )
    if hashlib.sha256(content).hexdigest() != FILES[name]:
        raise ValueError("sent a file with a wrong checksum")


# --8<-- [end:check]


# --8<-- [start:fetch]
def receive(url: str, name: str) -> bytes:
    """Return the answer's body; draw a progress bar if somebody watches."""
    watched, packed = sys.stderr.isatty(), bytearray()
    with urllib.request.urlopen(url, timeout=20) as answer:
        total = int(answer.headers.get("Content-Length", 0))
        try:
            while chunk := answer.read(65536):
                packed += chunk
                if watched and total:
                    bar = "#" * (30 * len(packed) // total)
                    print(
                        f"\r{name:26} [{bar:30}] {len(packed) / total:4.0%}",
                        end="",
                        file=sys.stderr,
                        flush=True,
                    )
        finally:
            if watched and total:
                print(file=sys.stderr)
    if total and len(packed) != total:
        raise ValueError(f"sent {len(packed):,} of {total:,} bytes")
    return bytes(packed)


def fetch(folder: Path, mirrors: Sequence[str] = ()) -> None:
    """Download what folder lacks of the four files; OSError says where none has it."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in FILES:
        if (folder / name).is_file():
            continue
        failures = []
        for mirror in mirrors or MIRRORS:
            try:
                packed = receive(mirror + name, name)
                check(name, packed)
                break
            except ValueError as error:
                failures.append(f"{mirror} {error}")
            except (OSError, http.client.HTTPException) as error:
                failures.append(
                    f"{mirror} failed ({getattr(error, 'reason', None) or error})"
                )
        else:
            raise OSError(
                f"Could not download {name} to {folder}: {'; '.join(failures)}; "
                "check the network, or copy the four files there yourself, "
                "or train with --subset."
            )
        with tempfile.TemporaryDirectory(dir=folder) as temporary:
            whole = Path(temporary) / name
            whole.write_bytes(packed)
            os.replace(whole, folder / name)
        print(f"downloaded {folder / name}", file=sys.stderr)


# --8<-- [end:fetch]
