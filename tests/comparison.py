"""What counts as the same output, and how a difference is told."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image

from handbook import Script
from handbook.scripts import drawn_in

FLOAT = re.compile(
    r"""\s*(
        (?<![\w.])[-+]?            # not inside of a name, a version or another number
        (?: \d*\.\d+(?:e[-+]?\d+)? # 0.5  .5  1.5e-3
          | \d+\.(?!\w)            # 2.   but not the point of 2.x
          | \d+e[-+]?\d+ )         # 1e-05
    )(?!\.?\d)\s*""",
    re.I | re.X,
)
COORDINATE = re.compile(r"(?<![\w#])-?\d+(?:\.\d+)?(?:e[-+]\d+)?(?=pt\b|[^\w.]|$)")
JIT_ON_3_14 = "is not supported in Python 3.14+ and may break.", "is deprecated."  # torch.jit, there and before
LARGEST = 60_000  # bytes of a picture
MEAN, FAR, SHARE = 5, 64, 2e-4  # of 255 values: how much another compression may change, and in few pixels more
LARGE = 1e6  # from here on the relative tolerance grows no more: 1e-4 of a time stamp would be two days


@dataclass(frozen=True)
class Difference:
    """One way in which a run is not what is recorded: where, of what kind, and in words."""

    place: str
    kind: str  # failure, warning, type of error, text of error, words, numbers, figure
    words: str

    def __str__(self) -> str:
        return f"{self.place}: {self.words}"


@dataclass(frozen=True)
class Tolerance:
    """Text exactly; floats within atol + rtol * |recorded| + one unit in the last recorded place."""

    rtol: float = 1e-4
    atol: float = 1e-5
    device: str = "cpu"

    @classmethod
    def of(cls, script: Script, device: str = "cpu") -> Tolerance:
        """A script for one device is compared with a record that was made there."""
        rtol = float(script.header.get("rtol", cls.rtol))
        return cls(rtol=rtol, device="cpu" if device == script.only else device)

    def same(self, recorded: str, printed: str) -> bool:
        (text, floats), (new_text, new_floats) = self.split(recorded), self.split(printed)
        return text == new_text and all(map(self.close, floats, new_floats))

    def split(self, text: str) -> tuple[str, list[str]]:
        if self.device != "cpu":  # what the CPU, where outputs are recorded, would have said
            text = re.sub(rf",\s*device='{self.device}[^']*'", "", text)
            text = re.sub(rf"\b{self.device}(:\d+)?\b", "cpu", text)
            text = re.sub(r"grad_fn=<\w+>", "grad_fn=<>", text)
        text = text.replace(*JIT_ON_3_14)
        text = re.sub(r"([\[(])\s+", r"\1", " ".join(text.split()))  # padding and wrapping follow the values
        return FLOAT.sub("\0", text), FLOAT.findall(text)

    def close(self, recorded: str, printed: str) -> bool:
        digits, _, exponent = recorded.lower().partition("e")
        places = len(digits.partition(".")[2])
        last_place = 10.0 ** (int(exponent or 0) - places) if places else 0.0
        limit = self.atol + self.rtol * min(abs(float(recorded)), LARGE) + 1.001 * last_place
        return abs(float(recorded) - float(printed)) <= limit


def labels(text: str) -> list[str]:
    return [line.partition(":")[0].strip() for line in text.splitlines()]


def same_section(name: str, recorded: str, printed: str, tolerance: Tolerance) -> bool:
    """Of a section named machine... only the labels are compared."""
    if name.startswith("machine"):
        return labels(recorded) == labels(printed)
    return tolerance.same(recorded, printed)


def in_sections(
    script: Script, recorded: dict[str, str], printed: dict[str, str], device: str = "cpu"
) -> Iterator[Difference]:
    """Each section that printed something else than is recorded."""
    tolerance = Tolerance.of(script, device)
    for name in sorted(printed.keys() | recorded.keys()):
        old, new = recorded.get(name, ""), printed.get(name, "")
        if name not in script.sections:
            yield Difference(f"{script}:{name}", "words", f"output or record of no section: {new or old}")
        elif not same_section(name, old, new, tolerance):
            diff = difflib.unified_diff(old.splitlines(), new.splitlines(), "recorded", "printed", lineterm="")
            told = f"section {name!r} of {script.page} prints something else\n" + "\n".join(diff)
            yield Difference(f"{script}:{script.sections[name].start}", kind_of(script, old, new, tolerance), told)


def kind_of(script: Script, recorded: str, printed: str, tolerance: Tolerance) -> str:
    if "raises" in script.header and recorded.partition(":")[0] == printed.partition(":")[0]:
        return "text of error"
    return "numbers" if tolerance.split(recorded)[0] == tolerance.split(printed)[0] else "words"


def same_drawing(recorded: str, drawn: str) -> str | None:
    """None if two SVG files differ by at most one point in any coordinate, else what differs."""
    old, new = (re.sub(r'( id="|url\(#|href="#)[\w-]+', r"\1", text) for text in (recorded, drawn))  # hashes
    if COORDINATE.sub("0", old) != COORDINATE.sub("0", new):
        return "other shapes, texts or colours"
    pairs = [(float(a), float(b)) for a, b in zip(COORDINATE.findall(old), COORDINATE.findall(new))]
    before, after = max(pairs, key=lambda pair: abs(pair[0] - pair[1]), default=(0.0, 0.0))
    return f"a coordinate is {after:g} and was {before:g}" if abs(before - after) > 1.0 else None


def same_picture(recorded: Path, drawn: Path) -> str | None:
    """None if two WebP files differ by no more than another quality of compression does, else what differs."""
    old, new = (on_paper(path) for path in (recorded, drawn))
    if old.shape != new.shape:
        return f"it has {new.shape[1]} by {new.shape[0]} pixels, and had {old.shape[1]} by {old.shape[0]}"
    differences = np.abs(new - old).max(axis=2)
    mean, share = differences.mean(), (differences > FAR).mean()
    if mean <= MEAN and share <= SHARE:
        return None
    return f"its values differ by {mean:.1f} of 255 in the mean, by more than {FAR} in {share:.2%} of the pixels"


def on_paper(path: Path) -> np.ndarray:
    """The picture as numbers from 0 to 255, (height, width, 3); what is transparent is white."""
    with Image.open(path) as image:
        picture = image.convert("RGBA")
    paper = Image.new("RGBA", picture.size, "white")
    return np.asarray(Image.alpha_composite(paper, picture).convert("RGB"), dtype=np.float32)


def same_figure(recorded: Path, drawn: Path) -> str | None:
    if drawn.suffix == ".svg":
        return same_drawing(recorded.read_text(), drawn.read_text())
    return same_picture(recorded, drawn)


def in_figures(script: Script, folder: Path, recorded: Path, compare: bool = True) -> Iterator[Difference]:
    """Each figure that the run in folder did not draw, that is new there or that is drawn otherwise."""
    drawn = {path.name: path for path in drawn_in(folder)}
    kept = {path.name: path for path in drawn_in(recorded)}
    for name in sorted(drawn.keys() | kept.keys()):
        if name not in kept:
            yield Difference(f"{script}:1", "figure", f"draws {name}, which is not recorded; make record adds it")
        elif name not in drawn:
            yield Difference(f"{script}:1", "figure", f"no longer draws {name}")
        elif name.endswith(".webp") and (size := drawn[name].stat().st_size) > LARGEST:
            yield Difference(f"{script}:1", "figure", f"draws {name} in {size:,} bytes; allowed are {LARGEST:,}")
        elif compare and (how := same_figure(kept[name], drawn[name])):
            yield Difference(f"{script}:1", "figure", f"draws another {name} than {script.page} shows: {how}")
