"""What an example script says about itself: its header, its sections, its records. Standard library only."""

from __future__ import annotations

import ast
import hashlib
import json
import re
import shlex
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from pathlib import Path, PurePosixPath

DEVICES = {"cpu": "CPU", "cuda": "CUDA", "mps": "MPS"}
WORDS = "cpu cuda mps process".split()
PAIRS = "not reason nproc raises warns rtol args slow build".split()
DEFINITIONS = (ast.FunctionDef, ast.ClassDef)
MARKER = re.compile(r"# --8<-- \[(start|end):([a-z][a-z0-9_-]*)\]")
IMPORT = re.compile(r"^ *(?:from|import) (\w+)", re.M)
BESIDE = re.compile(r'^sys\.path\.append\(.*? / "([\w-]+)"\)\)$', re.M)  # another project, whose modules it imports
ABOVE = re.compile(r"^sys\.path\.append\(str\(Path\(__file__\)\.resolve\(\)\.parents\[1\]\)\)$", re.M)  # the parent
OPENED = re.compile(r"""/ ["']([\w-]+\.py)["']""")  # a script that it reads or starts
ENTRY = re.compile(r'"([\w-]+\.py):\w+"')  # in a table of records: FILE:FUNCTION

DRAWS = re.compile(r'\b(?:savefig|imsave)\("([\w-]+\.(?:svg|webp))"')  # in a script: a figure
RECORD = re.compile(r"^--8<-- \[start:(?:([\w/-]+):)?([\w-]+)\]\n(.*?)^--8<-- \[end:[^]]+\]\n", re.M | re.S)


class Broken(Exception):
    """A fault in a page, a script or a record; the message starts with file and line."""


@cache
def parse(source: str) -> ast.Module:
    """The same source is parsed once, however often the site is built."""
    return ast.parse(source)


@dataclass(frozen=True)
class Script:
    """examples/<name>.py of the handbook at root. Each file is read once: after a change, make another object."""

    root: Path
    name: str

    def __str__(self) -> str:
        return f"examples/{self.name}.py"

    @property
    def path(self) -> Path:
        return self.root / str(self)

    @cached_property
    def source(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def tree(self) -> ast.Module:
        try:
            return parse(self.source)
        except SyntaxError as error:
            raise Broken(f"{self}:{error.lineno}: {error.msg}") from None

    @cached_property
    def header(self) -> dict[str, str]:
        """The words of the line "# handbook: ..." below the docstring."""
        lines = self.source.splitlines()
        found = [n for n, line in enumerate(lines, 1) if line.startswith("# handbook:")]
        if not found:
            return {}
        if found != [2]:
            raise Broken(f"{self}:{found[-1]}: the header is one line, right below the docstring")
        pairs = [word.partition("=") for word in shlex.split(lines[1].removeprefix("# handbook:"))]
        words = {word: value for word, _, value in pairs}
        for word, value in words.items():
            if not ((word in WORDS and not value) or (word in PAIRS and value)):
                raise Broken(f"{self}:2: unknown header word {word!r}; known: {', '.join(WORDS)}, {'=, '.join(PAIRS)}=")
        if ("not" in words) != ("reason" in words):
            raise Broken(f'{self}:2: not=DEVICE and reason="..." come together')
        return words

    @property
    def only(self) -> str | None:
        """The one device that this script is for, or None: it is for every device."""
        return next((device for device in DEVICES if device in self.header), None)

    @property
    def devices(self) -> list[str]:
        return [self.only] if self.only else [d for d in DEVICES if d != self.header.get("not")]

    @cached_property
    def sections(self) -> dict[str, range]:
        """Line numbers of each section's code. Sections are flat, unique, and together the whole script."""
        found: dict[str, range] = {}
        name, first, lines = None, 0, self.source.splitlines()
        if not (ast.get_docstring(self.tree) and re.fullmatch(r'""".+"""', lines[0])):
            raise Broken(f"{self}:1: a script starts with a docstring of one line")
        for number, line in enumerate(lines, 1):
            if match := MARKER.fullmatch(line):
                kind, word = str(match[1]), str(match[2])
                if (kind == "start") != (name is None) or (kind == "end" and word != name) or word in found:
                    raise Broken(f"{self}:{number}: {line[2:]} is nested, repeated or does not match {name!r}")
                if kind == "start":
                    name, first = word, number + 1
                else:
                    found[word] = range(first, number)
                    name = None
            elif "8<" in line:
                raise Broken(f"{self}:{number}: not a section marker: {line.strip()}")
            elif name is None and line.strip() and number > 1 and not (number == 2 and self.header):
                raise Broken(f"{self}:{number}: code outside of every section: {line.strip()}")
        if name:
            raise Broken(f"{self}:{first - 1}: section {name!r} never ends")
        if not found:
            raise Broken(f"{self}:1: no section")
        for word, span in found.items():
            for statement in self.tree.body:
                if statement.lineno in span and (statement.end_lineno or 0) >= span.stop:
                    raise Broken(f"{self}:{span.start}: section {word!r} is not made of whole statements")
        return found

    @property
    def output(self) -> Path:
        """What the scripts of its page printed."""
        return self.root / "snippets/outputs" / Path(self.page).relative_to("docs").with_suffix(".txt")

    @property
    def mark(self) -> str:
        """What stands there before the names of its sections: its name, unless the page has the same."""
        return "" if self.page == f"docs/{self.name}.md" else self.name

    @property
    def figures(self) -> Path:
        """The folder of what the script drew."""
        return self.root / "snippets/figures" / self.name

    @cached_property
    def records(self) -> dict[str, str]:
        """What each section printed."""
        return {section: text for mark, section, text in recorded(self.output) if mark == self.mark}

    @cached_property
    def page(self) -> str:
        """The page that shows this script: the same path under docs/, or that of a folder in which it lies."""
        for name in (self.name, *PurePosixPath(self.name).parents):
            if (self.root / f"docs/{name}.md").is_file():
                return f"docs/{name}.md"
        raise Broken(f"{self}:1: on no page: neither docs/{self.name}.md nor a page of its folder exists")

    def code(self, section: str) -> str:
        """The lines of a section."""
        span = self.sections[section]
        return "\n".join(self.source.splitlines()[span.start - 1 : span.stop - 1])

    def raises(self, section: str) -> bool:
        """Whether the section shows an error: it ends the script, or the section catches it and prints what it says."""
        return self.catches(section) > 0 or ("raises" in self.header and section == [*self.sections][-1])

    def catches(self, section: str) -> int:
        """In how many places the section catches an error and prints what it says."""
        run = [s for s in self.tree.body if s.lineno in self.sections[section] and not isinstance(s, DEFINITIONS)]
        caught = [node for s in run for node in ast.walk(s) if isinstance(node, ast.ExceptHandler) and node.name]
        return sum(bool(re.search(rf"(?<!type\()\b{h.name}\b", "\n".join(map(ast.unparse, h.body)))) for h in caught)

    @cached_property
    def imports(self) -> set[str]:
        """The modules that it and its own modules import, by the first part of their names."""
        code = [path for path in self.inputs if path.suffix == ".py"]
        names = {name for path in code for name in IMPORT.findall(path.read_text(encoding="utf-8"))}
        return names - {path.stem for path in code}

    @cached_property
    def inputs(self) -> list[Path]:
        """What decides what the script does: itself, the modules beside it, its data, weights and measurements."""
        files, todo = [], [self.path]
        while todo:
            path = todo.pop()
            if path in files:
                continue
            files.append(path)
            text = path.read_text(encoding="utf-8")
            if path.parent.name != "measure":  # those import from the folders that they name in FILES
                folders = [path.parent, *(path.parents[1] / name for name in BESIDE.findall(text))]
                folders += [path.parents[1]] * bool(ABOVE.search(text))
                named = [folder / f"{name}.py" for name in IMPORT.findall(text) for folder in folders]
                todo += [module for module in named if module.is_file()]
                beside = [p for p in (path.with_name(n) for n in re.findall(r"[\w-]+\.json", text)) if p.is_file()]
                files += beside
                opened = {*OPENED.findall(text)}.union(*(ENTRY.findall(p.read_text(encoding="utf-8")) for p in beside))
                todo += [p for name in sorted(opened) for p in sorted(self.root.glob(f"examples/**/{name}"))]
            for name in sorted(set(re.findall(r"[\w-]+\.safetensors", text))):
                files += sorted(self.root.glob(f"examples/**/{'*' * name.startswith('_')}{name}"))  # f"{part}_net..."
            if "snippets/measurements" in text:
                named = (f"snippets/measurements/{name}" for name in sorted(set(re.findall(r"[\w-]+\.json", text))))
                files += [file for file in (self.root / name for name in named) if file.is_file()]
            for folder in sorted((self.root / "examples/data").glob("*/")):
                if f'"{folder.name}"' in text or f"data/{folder.name}" in text:
                    files += sorted(p for p in folder.rglob("*") if p.is_file())
        return files

    @cached_property
    def needs(self) -> list[Path]:
        """What it takes along: its inputs, and the data below a folder with which a path in one of them begins."""
        code = "".join(path.read_text(encoding="utf-8") for path in self.inputs if path.suffix == ".py")
        begun = (folder for folder in (self.root / "examples/data").glob("*/") if f'"{folder.name}/' in code)
        data = {path for folder in begun for path in folder.rglob("*") if path.is_file()}
        return [*self.inputs, *sorted(data - {*self.inputs})]

    @cached_property
    def digest(self) -> str:
        """Changes with what the code does, the modules and data it uses, and what it prints and draws."""
        printed = marked(("", section, text) for section, text in self.records.items())
        digest = hashlib.sha256(repr(sorted(self.header.items())).encode())
        for path in self.inputs:
            digest.update(path.relative_to(self.root).as_posix().encode() + content(path))
        if printed:
            digest.update(f"snippets/outputs/{self.name}.txt{printed}".encode())
        for path in drawn_in(self.figures):
            digest.update(path.relative_to(self.root).as_posix().encode() + content(path))
        return digest.hexdigest()[:16]

    def verified(self, device: str) -> Path:
        """The table of all runs on the device."""
        return self.root / f"snippets/verified/{device}.json"

    def stamp(self, device: str) -> dict | None:
        """What was noted of this script's last good run on device, with "current": whether it is of this code."""
        stamp = table_of_runs(self.verified(device)).get(self.name)
        return stamp and stamp | {"current": stamp["digest"] == self.digest}


def drawn_in(folder: Path) -> list[Path]:
    """The figures in a folder: drawings and pictures."""
    return sorted(path for path in folder.glob("*") if path.suffix in (".svg", ".webp"))


def recorded(path: Path) -> list[tuple[str, str, str]]:
    """Script, section and text of each record of a page, with "" for the script of its name."""
    return RECORD.findall(path.read_text(encoding="utf-8")) if path.is_file() else []


def marked(records: Iterable[tuple[str, str, str]]) -> str:
    """Records as their file has them."""
    named = ((f"{mark}:{section}" if mark else section, text) for mark, section, text in records)
    return "".join(f"--8<-- [start:{name}]\n{text}--8<-- [end:{name}]\n" for name, text in named)


def table_of_runs(path: Path) -> dict[str, dict]:
    """Script name: its last good run, of snippets/verified/DEVICE.json."""
    return _read_table(path, path.stat().st_mtime_ns) if path.is_file() else {}


@lru_cache(maxsize=8)
def _read_table(path: Path, changed: int) -> dict[str, dict]:
    return json.loads(path.read_text(encoding="utf-8"))


def content(path: Path) -> bytes:
    """What counts of a file: what code does, and no line endings of a system."""
    return _content(path, path.stat().st_mtime_ns, path.stat().st_size)


@lru_cache(maxsize=1024)
def _content(path: Path, changed: int, size: int) -> bytes:
    if path.suffix == ".py":
        return meaning(path.read_text(encoding="utf-8")).encode()
    return path.read_text(encoding="utf-8").encode() if path.suffix in (".txt", ".svg") else path.read_bytes()


def meaning(source: str) -> str:
    """The syntax tree without layout, comments and docstrings: the same on every Python, which ast.dump is not."""

    def plain(node: object) -> object:
        match node:
            case list():
                return [plain(one) for one in node if not is_docstring(one)]
            case ast.AST():
                fields = [(name, plain(value)) for name, value in ast.iter_fields(node) if value not in (None, [])]
                return type(node).__name__, fields
            case _:
                return ascii(node)

    return repr(plain(parse(source)))


def is_docstring(node: object) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
