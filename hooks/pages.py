"""What a page says about itself: its front matter, its fences, what they include. Needs PyYAML only."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import yaml
from scripts import Broken

INCLUDE = re.compile(r'--8<-- "([^":]+?)(?::([a-z][a-z0-9_-]*))?"')
FENCE = re.compile(r"(?P<indent>[ >]*)(?P<fence>`{3,}|~{3,})\s*(?P<info>.*)")
PYTHON = {"python", "py", "py3", "python3", "pycon", "ipython", "pytb"}
PROSE = ("snippets/notes/", "snippets/measurements/")
PROSE_FENCES = {"text", "console", "bash", "powershell", "yaml", "toml", "make", "flow", "figure"}


@dataclass(frozen=True)
class Fence:
    """A fenced block: where it starts, its language, its lines, and what each line includes."""

    page: str
    line: int
    language: str
    body: list[str]

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"

    @property
    def includes(self) -> list[tuple[str, str | None]]:
        """(file, section) of each line; a line that is anything else is a fault."""
        found: list[tuple[str, str | None]] = []
        for number, line in enumerate(self.body, self.line + 1):
            match = INCLUDE.fullmatch(line)
            if not match:
                kind = "Python" if self.language in PYTHON else "a text block"
                raise Broken(f"{self.page}:{number}: {kind} on a page comes from a file: {line.strip()!r}")
            found.append((match[1], match[2]))
        return found


def front_matter(page: Path) -> dict:
    match = re.match(r"---\n(.*?)\n---\n", page.read_text(encoding="utf-8"), re.S)
    return yaml.safe_load(match[1]) if match else {}


def fences(name: str, text: str) -> Iterator[Fence]:
    """Every fenced block, in order. Lines outside of fences may include shared prose and measured tables only."""
    opened, body, start, language = None, [], 0, ""
    for number, line in enumerate(text.splitlines(), 1):
        match = FENCE.fullmatch(line)
        if opened is None and match:
            opened, start, body = match, number, []
            language = re.sub(r"^\{?\s*\.?", "", match["info"]).split(" ")[0].rstrip("}").lower()
            if not language:
                raise Broken(f"{name}:{number}: a block without a language")
        elif opened is None:
            if "8<" in line and not ((m := INCLUDE.fullmatch(line)) and m[1].startswith(PROSE)):
                raise Broken(f"{name}:{number}: an include outside of a fence: {line.strip()!r}")
        elif match and match["fence"].startswith(opened["fence"]) and not match["info"]:
            yield Fence(name, start, language, body)
            opened = None
        else:
            body.append(line[len(opened["indent"]) :])
    if opened:
        raise Broken(f"{name}:{start}: the block never ends")
