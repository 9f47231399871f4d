"""What a page says about itself: its front matter, its fences, what they include. Needs PyYAML only."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

import yaml
from scripts import DEVICES, Broken, Script

INCLUDE = re.compile(r'--8<-- "(?P<file>[^":]+?)(?::(?P<section>[a-z][a-z0-9_-]*))?"')
FENCE = re.compile(r"(?P<indent>[ >]*)(?P<fence>`{3,}|~{3,})\s*(?P<info>.*)")
PYTHON = {"python", "py", "py3", "python3", "pycon", "ipython", "pytb"}
PROSE_FENCES = {"console", "bash", "flow", "figure"}
TYPED = re.compile(r"\s*(>>>|import |from \w+ import |print\().*")  # Python among the lines of a shell


@dataclass(frozen=True)
class Fence:
    """A fenced block: where it starts, what follows its marks, its lines, and what each line includes."""

    page: str
    line: int
    info: str
    body: list[str]

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"

    @property
    def language(self) -> str:
        return re.sub(r"^\{?\s*\.?", "", self.info).split(" ")[0].rstrip("}").lower()

    @property
    def end(self) -> int:
        return self.line + len(self.body) + 1

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


class OnceEach(yaml.SafeLoader):
    """YAML in which no key comes twice."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict:
        keys = [key.value for key, _ in node.value]
        if len(keys) > len({*keys}):
            raise yaml.YAMLError(f"a key comes twice: {', '.join(keys)}")
        return super().construct_mapping(node, deep)


def front_matter(page: Path) -> dict:
    """Level, minutes, objectives and what the page requires; the home page has none of these."""
    name = f"docs/{page.as_posix().rpartition('/docs/')[2]}"
    match = re.match(r"---\n(.*?)\n---\n", page.read_text(encoding="utf-8"), re.S)
    try:
        matter = yaml.load(match[1], OnceEach) if match else {}
    except yaml.YAMLError as error:
        raise Broken(f"{name}:1: front matter: {error}") from None
    if name == "docs/index.md":
        return matter
    if matter.get("level") not in ("beginner", "intermediate"):
        raise Broken(f"{name}:1: front matter needs level: beginner or intermediate")
    if not isinstance(matter.get("minutes"), int) or not is_list_of_text(matter.get("objectives") or None):
        raise Broken(f"{name}:1: front matter needs minutes (a number) and objectives (a list of sentences)")
    if not is_list_of_text(matter.get("requires", [])):
        raise Broken(f"{name}:1: front matter: requires is a list of pages, as [foundations/tensors.md]")
    return matter


def is_list_of_text(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


CODE = re.compile(
    r'^(?P<indent> *)```python\n *--8<-- "examples/(?P<script>(?!exercises/)[^":]+)\.py:(?P<section>[\w-]+)"\n *```$',
    re.M,
)


def with_outputs(root: Path, text: str) -> str:
    """The page with what each section printed right below its code."""
    script_of = cache(partial(Script, root))  # each is parsed once

    def add(match: re.Match) -> str:
        lines = output(script_of(match["script"]), match["section"])
        return "\n".join([match[0], *([""] * bool(lines)), *(line and match["indent"] + line for line in lines)])

    return CODE.sub(add, text)


def output(script: Script, section: str) -> list[str]:
    """The block below the code of a section: its record, or that there is none of the one device it is for."""
    if not script.path.is_file() or section not in script.sections:
        return []  # what includes it says so
    device, span = script.only or "cpu", script.sections[section]
    if device != "cpu" and not ((stamp := script.stamp(device)) and stamp["current"]):
        if "print" not in "\n".join(script.source.splitlines()[span.start - 1 : span.stop - 1]):
            return []
        when = f"Changed since {stamp['date']}" if stamp else f"Not recorded yet on {DEVICES[device]}"
        return [f'!!! note "{when}"', f"    Record it on such a machine: `make record DEVICE={device}`"]
    if section not in script.records:
        return []
    lines = script.records[section].splitlines()
    long = any(len(line) > 90 and "  " not in line.strip() for line in lines)  # a sentence, and no table
    wrap = " .wrap" if long or "raises" in script.header else ""
    title = ' title="On the recording machine"' if section.startswith("machine") else ""
    return [f"```{{ .text{wrap}{title} }}", *lines, "```"]


def fences(name: str, text: str) -> Iterator[Fence]:
    """Every fenced block, in order. Lines outside of fences include measured tables only."""
    opened, fence = None, Fence(name, 0, "", [])
    for number, line in enumerate(text.splitlines(), 1):
        match = FENCE.fullmatch(line)
        if opened is None and match:
            opened, fence = match, Fence(name, number, match["info"], [])
            if not fence.language:
                raise Broken(f"{fence}: a block without a language")
        elif opened is None:
            if "8<" in line and not ((m := INCLUDE.fullmatch(line)) and m["file"].startswith("snippets/measurements/")):
                raise Broken(f"{name}:{number}: an include outside of a fence: {line.strip()!r}")
        elif match and match["fence"].startswith(opened["fence"]) and not match["info"]:
            yield fence
            opened = None
        elif fence.language in ("bash", "console") and TYPED.fullmatch(line):
            raise Broken(f"{name}:{number}: Python on a page comes from a file: {line.strip()!r}")
        else:
            fence.body.append(line[len(opened["indent"]) :])
    if opened:
        raise Broken(f"{fence}: the block never ends")
