"""A page as a notebook that runs by itself, in Jupyter, Colab and Kaggle: it brings the files that it needs."""

from __future__ import annotations

import ast
import base64
import json
import re
import shlex
from collections.abc import Iterator

import nbformat

from . import downloads, marks, markup, quizzes, tables, wall
from .pages import EXERCISES, FRONT, INCLUDE, Fence, Page
from .scripts import DRAWS, Script

COMMON = ("torch", "torchvision", "numpy", "matplotlib", "scikit-learn", "pillow")  # where notebooks run, these are
FOLD = re.compile(r'^\?\?\?\+? \w+ "([^"]*)"\n((?:    .*\n|\n)*    .*\n?)', re.M)
UNPACK = """\
import base64, io, zipfile

# The files that this page needs, written into the working directory.
files = "{files}"
zipfile.ZipFile(io.BytesIO(base64.b64decode(files))).extractall()
"""


def notebook(page: Page, alone: bool = True) -> str:
    """The page with code as cells, recorded outputs and figures; alone: with its files and its exercises to fill in."""
    cells = [*to_unpack(page)] if alone else []
    text = FRONT.sub("", page.text)
    skipped = page.text.count("\n") - text.count("\n")
    lines, done = text.splitlines(), 0
    for fence in page.fences:
        if found := [*cells_of(page, fence, alone)]:
            cells += prose(page, lines[done : fence.line - 1 - skipped])
            cells += found
            done = fence.end - skipped
    cells += prose(page, lines[done:])
    for number, cell in enumerate(cells):
        cell["id"] = f"cell-{number}"
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    book = {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    return nbformat.v4.writes(nbformat.from_dict(book))


def to_unpack(page: Page) -> Iterator[dict]:
    """What is not installed where notebooks run, and the files of the page's scripts and exercises."""
    checks = downloads.checks_of(page.book, page.exercises)
    specs = {spec for script in [*page.scripts, *checks] for spec in downloads.dependencies(page.book, script)}
    if further := [spec for spec in sorted(specs) if re.split(r"[<>=~]", spec)[0] not in COMMON]:
        yield code_cell(f"%pip install --quiet {downloads.installed(further)}", tags=["set-up"])
    files = downloads.files_of(page.book.root, checks) if checks else {}
    needed = [
        script for script in page.scripts if len(script.needs) > 1 or is_process(script) or "__file__" in script.source
    ]
    for path in {path for script in needed for path in script.needs}:
        files[path.relative_to(page.book.root).as_posix()] = path.read_bytes()
    if files:
        packed = base64.b64encode(downloads.archived(files)).decode()
        yield code_cell(UNPACK.format(files=packed), tags=["set-up"]) | {
            "metadata": {"tags": ["set-up"], "jupyter": {"source_hidden": True}, "cellView": "form"}
        }


def is_process(script: Script) -> bool:
    """Whether it has to run in a process of its own, or in several."""
    return bool({"nproc", "process"} & script.header.keys()) or "num_workers=" in script.source


def cells_of(page: Page, fence: Fence, alone: bool) -> Iterator[dict]:
    """The cells that stand for a block of the page; none, if it is part of the prose."""
    if fence.language == "quiz":
        yield from words([quizzes.as_markdown(page.questions[fence.body[0]])])
    elif fence.language == "notes":
        yield from words([marks.as_list(fence.body)])
    elif fence.language == "figure":
        yield from words([f"*{' '.join(fence.body[1:]).strip()}*"])
    elif fence.language == "wall":
        yield from words([f"- {tile.words}" for tile in wall.tiles(page.book, fence)])
    elif fence.language == "widget":
        yield from words(fence.body[1:])
    elif fence.language == "flow":
        yield from words([f"*{fence.body[-1].removeprefix('alt: ')}*"])
    elif fence.language == "python":
        (file, section), *_ = fence.includes
        if not file.startswith(EXERCISES):
            yield from of_section(page, page.book.script(file), section or "", alone)
        elif alone and file.endswith("/exercise.py"):
            starter = (page.book.root / file).read_text(encoding="utf-8")
            yield code_cell(f"%%writefile {file}\n{starter}".rstrip(), tags=["exercise"])
            if hints := page.hints(file.removeprefix("examples/exercises/").removesuffix("/exercise.py")):
                yield from words([f"<details><summary>Hints</summary>\n\n{hints}\n</details>"])
            yield code_cell(f"%run -e {file.replace('exercise.py', 'check.py')}", tags=["check"])


def of_section(page: Page, script: Script, section: str, alone: bool) -> Iterator[dict]:
    """A section with what it printed and drew; of a script that needs a process, after the last one its run."""
    code, names = script.code(section).strip(), [*script.sections]
    if is_process(script):
        yield from words([f"```python\n{code}\n```"])
        if section == names[-1] and alone:
            start = (
                "-m torch.distributed.run --standalone --nproc-per-node={nproc} " if "nproc" in script.header else ""
            )
            line = f"{start.format(**script.header)}{script} {script.header.get('args', '')}".strip()
            printed = "".join(script.records.get(name, "") for name in names)
            tags = ["machine"] * any(name.startswith("machine") for name in script.records)
            tags += ["processes"] * ("nproc" in script.header)  # all print, and the page shows the first one's lines
            yield code_cell(f"import sys\n\n!{{sys.executable}} {line}", stream(printed), tags)
        return
    if section == names[0] and (as_script(script, alone)):
        yield code_cell(as_script(script, alone))
    shown = {fence.body[0]: " ".join(fence.body[1:]) for fence in page.fences if fence.language == "figure"}
    outputs = []
    for name in DRAWS.findall(code):
        figure = f"{script.name}/{name}"
        data = markup.picture(script.root, figure, shown.get(figure, name))
        outputs.append({"output_type": "display_data", "metadata": {}, "data": data})
    tags = ["machine"] * (section.startswith("machine") or script.only not in (None, "cpu") or "warns" in script.header)
    if "raises" in script.header and section == names[-1]:
        tags.append("raises-exception")
    yield code_cell(code, outputs + stream(script.records.get(section, "")), tags)


def as_script(script: Script, alone: bool) -> str:
    """What a notebook lacks that a script has: its arguments, place and docstring, and the modules beside it."""
    place = str(script) if alone else script.path.name
    lines = []
    if "args" in script.header or "argparse" in script.source or "sys.argv" in script.source:
        lines.append(f"sys.argv = {json.dumps([place, *shlex.split(script.header.get('args', ''))])}")
    if "__file__" in script.source:
        lines.append(f"__file__ = {json.dumps(place)}")
    if "__doc__" in script.source:
        lines.append(f"__doc__ = {json.dumps(ast.get_docstring(ast.parse(script.source)))}")
    if alone and any(path.suffix == ".py" for path in script.inputs[1:]):
        lines.append(f"sys.path.insert(0, {json.dumps(place.rpartition('/')[0])})")
    return "\n".join(["import sys", "", *lines]) if lines else ""


def prose(page: Page, lines: list[str]) -> list[dict]:
    """The lines between two blocks."""
    text = plain(tables.fill(page.book, "\n".join(lines)))
    return words([INCLUDE.sub(lambda match: "\n".join(page.book.included(*match.groups())) + "\n", text)])


def words(lines: list[str]) -> list[dict]:
    text = "\n".join(lines).strip()
    return [{"cell_type": "markdown", "metadata": {}, "source": text}] if text else []


def stream(text: str) -> list[dict]:
    return [{"output_type": "stream", "name": "stdout", "text": text}] if text else []


def code_cell(source: str, outputs: list[dict] | None = None, tags: list[str] | None = None) -> dict:
    metadata = {"tags": tags} if tags else {}
    cell = {"cell_type": "code", "execution_count": None, "metadata": metadata, "source": source}
    return cell | {"outputs": outputs or []}


def plain(text: str) -> str:
    """Admonitions, folds and attribute lists as Markdown that every viewer shows; no boxes, no links into the site."""
    text = FOLD.sub(lambda m: f"<details><summary>{m[1]}</summary>\n\n{m[2]}\n</details>\n", text + "\n")
    text = re.sub(r'^(?:!!!|\?\?\?\+?) \w+(?: "([^"]*)")?$', lambda m: f"**{m[1] or 'Note'}**", text, flags=re.M)
    text = re.sub(r"^    (?=\S)", "", text, flags=re.M)
    text = re.sub(r"^(?:</?div[^>]*>|<!-- .* -->)$", "", text, flags=re.M)
    text = re.sub(r"(?<!!)\[([^\]]+)\]\((?!https?:)[^)]+\)", r"\1", text)
    return re.sub(r"\{ *[.#:][^}\n]*\}", "", text).strip()
