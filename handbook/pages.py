"""What a page says about itself: its front matter, its fences, what they include."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import yaml

from . import quizzes, tables, wall
from .scripts import Broken, Script

if TYPE_CHECKING:
    from .book import Handbook

INCLUDE = re.compile(r'--8<-- "(?P<file>[^":]+?)(?::(?P<section>[a-z][a-z0-9_-]*))?"')
EXERCISES = (
    "examples/exercises/",
    "examples/solutions/",
)  # what lies there is shown whole, and is not run for its output
EXERCISE = re.compile(  # bold words at the beginning of a line, and the next include or heading is the exercise
    r"^(?P<bold>\*\*(?P<title>.+?)\.?\*\*)(?:.*\n)(?:(?!\*\*|#+ | *--8<-- ).*\n)*"
    r' *--8<-- "examples/exercises/(?P<name>[\w/-]+)/exercise\.py"$',
    re.M,
)
FENCE = re.compile(r"(?P<indent>[ >]*)(?P<fence>`{3,}|~{3,})\s*(?P<info>.*)")
FRONT = re.compile(r"\A---\n(.*?)\n---\n", re.S)
TYPED = re.compile(r"\s*(>>>|import |from \w+ import |print\().*")  # Python among the lines of a shell


@dataclass(frozen=True)
class Fence:
    """A fenced block: where it starts, what follows its marks, its lines."""

    page: str
    line: int
    info: str
    body: list[str] = field(default_factory=list)

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
        """(file, section) of each line that stands for others."""
        return [(match["file"], match["section"]) for line in self.body if (match := INCLUDE.fullmatch(line))]

    @property
    def typed(self) -> list[tuple[int, str]]:
        """Number and text of each line that stands for itself."""
        return [(n, line) for n, line in enumerate(self.body, self.line + 1) if not INCLUDE.fullmatch(line)]


class OnceEach(yaml.SafeLoader):
    """YAML in which no key comes twice."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict:
        keys = [key.value for key, _ in node.value]
        if len(keys) > len({*keys}):
            raise yaml.YAMLError(f"a key comes twice: {', '.join(keys)}")
        return super().construct_mapping(node, deep)


@dataclass(frozen=True)
class Page:
    """docs/<name>.md of a handbook."""

    book: Handbook = field(repr=False)
    name: str

    def __str__(self) -> str:
        return f"docs/{self.name}.md"

    @property
    def path(self) -> Path:
        return self.book.root / str(self)

    @cached_property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def matter(self) -> dict:
        """Level, minutes, objectives, what the page requires; the home page or one that describes itself has none."""
        match = FRONT.match(self.text)
        try:
            matter = yaml.load(match[1], OnceEach) if match else {}
        except yaml.YAMLError as error:
            raise Broken(f"{self}:1: front matter: {error}") from None
        if self.name == "index" or isinstance(matter.get("description"), str):
            return matter
        if matter.get("level") not in ("beginner", "intermediate"):
            raise Broken(f"{self}:1: front matter needs level: beginner or intermediate")
        if not isinstance(matter.get("minutes"), int) or not is_list_of_text(matter.get("objectives") or None):
            raise Broken(f"{self}:1: front matter needs minutes (a number) and objectives (a list of sentences)")
        if not is_list_of_text(matter.get("requires", [])):
            raise Broken(f"{self}:1: front matter: requires is a list of pages, as [foundations/tensors.md]")
        if not is_text_by_name(matter.get("tags", {})):
            raise Broken(f"{self}:1: front matter: tags are words of readers by section, as top: training loop, epoch")
        return matter

    @property
    def requires(self) -> list[str]:
        return [file.removesuffix(".md") for file in self.matter.get("requires", [])]

    @property
    def title(self) -> str:
        return re.sub(r" \{.*\}$", "", self.heading)

    @cached_property
    def heading(self) -> str:
        """The title with the anchor that it may have kept from an older one."""
        match = re.search(r"^# ([^\n]+)$", self.text, re.M)
        if not match:
            raise Broken(f"{self}:1: a page has one title, and it comes first")
        return match[1]

    @property
    def description(self) -> str:
        """What a reader can do after it, in about two lines: for the results of search engines."""
        if said := self.matter.get("description"):
            return said
        text = "; ".join(self.matter.get("objectives") or [])
        told = re.sub(r"[`*]", "", text if len(text) <= 200 else text[:200].rpartition("; ")[0] or text)
        return f"Learn to {told}." if told else self.book.settings["site_description"]

    @cached_property
    def scripts(self) -> list[Script]:
        """The scripts that it shows, in order."""
        names = re.findall(r'--8<-- "examples/(?!exercises/)([^":]+)\.py:', self.text)
        return [self.book.script(name) for name in dict.fromkeys(names)]

    @property
    def pictures(self) -> list[str]:
        """The figures that the site has as files; drawings stand in the page, and in files of their own for a wall."""
        drawn = [f.body[0] for f in self.fences if f.language == "figure" and f.body]
        return [name for name in [*drawn, *(tile.source for tile in self.tiles)] if name.endswith(".webp")]

    @property
    def tiles(self) -> list[wall.Tile]:
        """What its walls show."""
        return [tile for fence in self.fences if fence.language == "wall" for tile in wall.tiles(self.book, fence)]

    @property
    def changed(self) -> float:
        """When it, or a file of a script that it shows, was written last."""
        files = {self.path, quizzes.file(self.book.root, self.name), quizzes.records(self.book.root, self.name)}
        for script in self.scripts:
            files |= {*script.inputs, script.output, *script.figures.glob("*")}
        return max(file.stat().st_mtime for file in files if file.exists())

    @cached_property
    def exercises(self) -> dict[str, str]:
        """Each exercise that it shows, as data/images/flip-boxes, with the bold words that stand before it."""
        titles = {match["name"]: match["title"] for match in EXERCISE.finditer(self.text)}
        for match in re.finditer(r'^ *--8<-- "examples/exercises/([\w/-]+)/exercise\.py"$', self.text, re.M):
            if match[1] not in titles:
                line = self.text.count("\n", 0, match.start()) + 1
                raise Broken(f"{self}:{line}: {match[1]} has no title: bold words at the beginning of a line above it")
        return titles

    def hints(self, exercise: str) -> str:
        """What check.py of an exercise says with --hints, in Markdown."""
        tree = self.book.script(f"exercises/{exercise}/check").tree
        words = (node.value for node in ast.walk(tree) if isinstance(node, ast.keyword) and node.arg == "hints")
        return next(map(ast.literal_eval, words), "")

    @property
    def questions(self) -> dict[str, quizzes.Question]:
        """Those of its file of examples/quizzes/, by name."""
        return quizzes.questions(self.book.root, self.name)

    @property
    def fences(self) -> list[Fence]:
        return self._blocks[0]

    @property
    def prose(self) -> list[tuple[int, str]]:
        """Number and text of each line outside of the front matter and the fences."""
        inside = {number for fence in self.fences for number in range(fence.line, fence.end + 1)}
        front = FRONT.match(self.text)
        lines = enumerate(self.text.splitlines(), 1)
        return [(n, line) for n, line in lines if n not in inside and n > (front[0].count("\n") if front else 0)]

    @cached_property
    def faults(self) -> list[str]:
        """Why no site can be made of the page."""
        found = list(self._blocks[1])
        for part in ("matter", "title"):
            try:
                getattr(self, part)
            except Broken as error:
                found.append(str(error))
        if "matter" in self.__dict__:
            gone = [name for name in self.requires if name not in self.book.pages]
            found += [f"{self}:1: requires docs/{name}.md, which does not exist" for name in gone]
        asked = [" ".join(fence.body) for fence in self.fences if fence.language == "quiz"]
        try:
            found += [
                f"{self}:1: there is no question {name!r} in examples/quizzes/"
                for name in asked
                if name not in self.questions
            ]
        except Broken as error:
            found.append(str(error))
        for fence in self.fences:
            for file, section in fence.includes:
                script = self.book.script(file)
                if not (self.book.root / file).is_file():
                    found.append(f"{fence}: {file} does not exist")
                elif section and file.endswith(".py"):
                    if section not in script.sections:
                        found.append(f"{fence}: {file} has no section {section!r}")
                    if script.page != str(self):
                        found.append(f"{fence}: {file} belongs to {script.page}")
        return found

    @cached_property
    def _blocks(self) -> tuple[list[Fence], list[str]]:
        """Every fenced block, in order, and what is wrong with the lines inside and outside."""
        found: list[Fence] = []
        faults: list[str] = []
        opened = None
        for number, line in enumerate(self.text.splitlines(), 1):
            match = FENCE.fullmatch(line)
            if opened is None and match:
                opened = match
                found.append(fence := Fence(str(self), number, match["info"]))
                if not fence.language:
                    faults.append(f"{fence}: a block without a language")
            elif opened is None:
                if "8<" in line:
                    faults.append(f"{self}:{number}: an include outside of a fence: {line.strip()!r}")
                if fault := tables.missing(self.book, line):
                    faults.append(f"{self}:{number}: {fault}")
            elif match and match["fence"].startswith(opened["fence"]) and not match["info"]:
                opened = None
            else:
                found[-1].body.append(line[len(opened["indent"]) :])
                if found[-1].language in ("bash", "console") and TYPED.fullmatch(line):
                    faults.append(f"{self}:{number}: Python on a page comes from a file: {line.strip()!r}")
        if opened:
            faults.append(f"{found[-1]}: the block never ends")
        return found, faults


def is_list_of_text(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def is_text_by_name(value: object) -> bool:
    return isinstance(value, dict) and all(isinstance(item, str) for pair in value.items() for item in pair)
