"""Read the Jargon File, or another text, and deal it into three parts."""

# --8<-- [start:read]
import lzma
from pathlib import Path

import torch

JARGON = Path(__file__).resolve().parents[2] / "data/jargon/jargon.txt.xz"


def read(file: Path = JARGON) -> str:
    """Return the text of a file in UTF-8, which may be packed with xz."""
    if not file.is_file():
        raise FileNotFoundError(f"There is no file {file}.")
    try:
        content = file.read_bytes()
        content = lzma.decompress(content) if file.suffix == ".xz" else content
        text = content.decode("utf-8-sig").replace("\r\n", "\n")
    except (lzma.LZMAError, EOFError):
        raise ValueError(f"{file} is cut off or damaged: copy it again.") from None
    except UnicodeDecodeError:
        raise ValueError(f"{file} is not UTF-8: save it as such.") from None
    if not text.strip():
        raise ValueError(f"{file} is empty.")
    return text.strip()


# --8<-- [end:read]


# --8<-- [start:split]
def split(text: str, context: int = 128, seed: int = 0) -> dict[str, str]:
    """Deal whole entries into three parts: 90, 5 and 5 of a hundred."""
    entries = text.split("\n\n")
    generator = torch.Generator().manual_seed(seed)
    order = torch.randperm(len(entries), generator=generator).tolist()
    few = len(entries) // 20
    indices = {
        "training": sorted(order[2 * few :]),
        "validation": sorted(order[:few]),
        "test": sorted(order[few : 2 * few]),
    }
    parts = {
        name: "".join(f"\n\n{entries[index]}" for index in part)
        for name, part in indices.items()
    }
    least = min(parts, key=lambda name: len(parts[name]))
    if len(parts[least]) <= context:
        raise ValueError(
            f"The text is too short: {len(entries)} entries leave {len(parts[least])} "
            f"characters for {least}, and a context has {context}."
        )
    return parts


# --8<-- [end:split]
