"""All pages and scripts of a handbook, and what its settings say."""

from __future__ import annotations

import csv
import re
import tomllib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import yaml

from .pages import Page
from .scripts import Broken, Script

OTHERS = ("exercises", "solutions", "measure")  # of examples/, which are checked in their own way


class Settings(yaml.SafeLoader):
    """YAML of the site's generator, whose own tags stand for nothing here."""


for tags in ("!", "tag:yaml.org,2002:python/"):
    Settings.add_multi_constructor(tags, lambda loader, tag, node: None)


def files_of(entry: str | list | dict) -> list[str]:
    """The files of an entry of the navigation, of its groups too."""
    if isinstance(entry, str):
        return [entry]
    below = entry.values() if isinstance(entry, dict) else entry
    return [file for one in below for file in files_of(one)]


@dataclass(frozen=True)
class Handbook:
    """What lies below root. Each file is read once: after a change, make another object."""

    root: Path

    @cached_property
    def settings(self) -> dict:
        """mkdocs.yml."""
        return yaml.load((self.root / "mkdocs.yml").read_text(encoding="utf-8"), Settings)

    @cached_property
    def project(self) -> dict:
        """pyproject.toml."""
        return tomllib.loads((self.root / "pyproject.toml").read_text(encoding="utf-8"))

    @property
    def python(self) -> str:
        """The versions of Python that it runs on."""
        return self.project["project"]["requires-python"]

    @property
    def requirements(self) -> list[str]:
        """The packages of the examples, with their versions."""
        return self.project["dependency-groups"]["examples"]

    @cached_property
    def torch(self) -> str:
        """The minor version of torch that it is about, such as "2.15"."""
        (bounds,) = (spec for spec in self.requirements if spec.startswith("torch>="))
        return re.findall(r"[\d.]+", bounds)[0]

    @cached_property
    def parts(self) -> dict[str, list[str]]:
        """The navigation: the names of the pages of each part, in order."""
        parts: dict[str, list[str]] = {}
        for entry in self.settings["nav"]:
            part = next(iter(entry)) if isinstance(entry, dict) else "Pages"
            parts.setdefault(part, []).extend(file.removesuffix(".md") for file in files_of(entry))
        return parts

    @cached_property
    def pages(self) -> dict[str, Page]:
        """Every page, in the order of the navigation, and then those that it leaves out."""
        there = sorted(path.relative_to(self.root / "docs") for path in self.root.glob("docs/**/*.md"))
        names = [path.with_suffix("").as_posix() for path in there]
        order = [name for part in self.parts.values() for name in part]
        return {name: Page(self, name) for name in dict.fromkeys([*order, *names]) if name in names}

    @cached_property
    def scripts(self) -> dict[str, Script]:
        """Every script but exercises and measurements."""
        paths = sorted(path.relative_to(self.root / "examples") for path in self.root.glob("examples/**/*.py"))
        names = [path.with_suffix("").as_posix() for path in paths if path.parts[0] not in OTHERS]
        return {name: self.script(name) for name in names}

    @cached_property
    def _known(self) -> dict[str, Script]:
        return {}

    def script(self, name: str) -> Script:
        """examples/<name>.py, by its name or as a file, whether it is there or not."""
        name = name.removeprefix("examples/").removesuffix(".py")
        return self._known.setdefault(name, Script(self.root, name))

    @property
    def faults(self) -> list[str]:
        """Why no site can be made of it."""
        found = []
        for page in self.pages.values():
            try:
                found += page.faults
            except Broken as error:
                found.append(str(error))
        return found

    @cached_property
    def syllabus(self) -> list[dict[str, str]]:
        """Where each item of the source guides is taught."""
        text = (self.root / "snippets/syllabus.csv").read_text(encoding="utf-8")
        return list(csv.DictReader(text.splitlines()))

    def included(self, file: str, section: str | None) -> list[str]:
        """What `--8<-- "file:section"` stands for: the lines of a file, or those of a section of it."""
        text = self.script(file).code(section) if section else (self.root / file).read_text(encoding="utf-8")
        return text.strip("\n").splitlines()


def write(path: Path, content: str | bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
