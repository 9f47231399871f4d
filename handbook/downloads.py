"""What a reader takes home: a script that runs alone, a project's folder as a zip, a page as a notebook."""

from __future__ import annotations

import io
import json
import re
import shlex
import sys
import zipfile
from collections.abc import Iterable

import nbformat

from . import markup, quizzes, tables
from .book import Handbook
from .pages import EXERCISES, FRONT, INCLUDE, Page
from .scripts import DRAWS, MARKER, Script

EXERCISES_README = """\
{title}: exercises of the PyTorch Handbook.
1. Set up once: pip install {packages}
2. Open exercise.py in a folder below and write the function; its docstring says what is asked.
3. python {check} says "Right.", or what is wrong and a hint.
4. The solutions are folded on the page, below each exercise.
"""

PACKAGES = {"sklearn": "scikit-learn", "skimage": "scikit-image"}  # where the import has another name than the package


def dependencies(book: Handbook, script: Script) -> list[str]:
    """The packages that a script imports, with the versions that the handbook is checked with."""
    names = {PACKAGES.get(name, name) for name in script.imports - sys.stdlib_module_names}
    if "torch.onnx" in script.source:
        names |= {"onnx", "onnxscript"}  # torch.onnx.export imports them
    return sorted(spec for spec in book.requirements if re.split(r"[<>=~]", spec)[0] in names)


def installed(packages: list[str]) -> str:
    """The packages as `pip install` gets them in a shell, where < and > would lead to files."""
    return " ".join(f'"{spec}"' if {*spec} & {*"<>"} else spec for spec in packages)


def standalone(book: Handbook, script: Script) -> str:
    """The script without section markers, with inline script metadata (PEP 723) for `uv run` and `pip`."""
    lines = [line for line in script.source.splitlines() if not MARKER.fullmatch(line)]
    lines = [line for line in lines if not line.startswith("# handbook:")]
    code = re.sub(r"\n{4,}", "\n\n\n", "\n".join(lines)).strip() + "\n"
    metadata = ["# /// script", f'# requires-python = "{book.python}"', "# dependencies = ["]
    metadata += [f'#   "{spec}",' for spec in dependencies(book, script)]
    return "\n".join([*metadata, "# ]", "# ///", code])


def come_together(scripts: list[Script]) -> bool:
    """Whether a page's scripts are one download: they need other files, or they are many."""
    return len(scripts) > 3 or any(len(script.inputs) > 1 for script in scripts)


def fits_a_notebook(scripts: list[Script]) -> bool:
    """Whether a page can be run cell by cell: one script that needs no file, no other process, and ends well."""
    words = {"nproc", "process", "raises", "warns"}
    return (
        len(scripts) == 1
        and not come_together(scripts)
        and not words & scripts[0].header.keys()
        and "num_workers=" not in scripts[0].source
    )


def zipped(page: Page, with_notebook: bool) -> bytes:
    """The scripts, what they need with its licences, and the notebook, in the layout of the repository."""
    root, scripts = page.book.root, page.scripts
    files = {path for script in scripts for path in script.inputs}
    folder = scripts[0].path.parent
    if with_notebook:
        files |= {path for path in folder.iterdir() if path.is_file()}
    known = {script.path: script for script in scripts}
    contents = {path: standalone(page.book, known[path]) if path in known else path.read_bytes() for path in files}
    if with_notebook:
        contents[folder / f"{folder.name}-notebook.ipynb"] = notebook(page)
    return archived({path.relative_to(root).as_posix(): content for path, content in contents.items()})


def zip_of_exercises(page: Page) -> str:
    """A file of the site; projects/mnist-exercises.zip would be what the page of that name needs."""
    return f"{page.name}/{page.path.stem}-exercises.zip"


def exercises(book: Handbook, title: str, names: Iterable[str]) -> bytes:
    """The exercises with their checkers and what these import, in the layout of the repository; no solutions."""
    checks = [Script(book.root, f"exercises/{name}/check") for name in names]
    files = {file for check in checks for file in (*check.inputs, check.path.with_name("exercise.py"))}
    for check in checks:
        for folder in re.findall(r'parents\[4\] / "([\w/-]+)"', check.source):
            files |= {path for path in (book.root / "examples" / folder).glob("*.py") if path.stem in check.imports}
    files |= {*book.root.glob("examples/exercises/*.py"), *book.root.glob("LICENSE")}
    packages = installed(sorted({package for check in checks for package in dependencies(book, check)}))
    readme = EXERCISES_README.format(title=title, packages=packages, check=checks[0])
    contents = {path.relative_to(book.root).as_posix(): path.read_bytes() for path in files}
    return archived(contents | {"README.txt": readme})


def archived(contents: dict[str, str | bytes]) -> bytes:
    """A zip that is the same whenever it is made."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in sorted(contents.items()):
            archive.writestr(zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def notebook(page: Page) -> str:
    """The page as a notebook: prose, code with its includes resolved, recorded outputs and figures."""
    text = FRONT.sub("", page.text)
    skipped = page.text.count("\n") - text.count("\n")
    lines, cells, done = text.splitlines(), [], 0

    def add_prose(block: list[str]) -> None:
        if words := plain("\n".join(block)):
            words = INCLUDE.sub(lambda match: "\n".join(page.book.included(*match.groups())) + "\n", words)
            cells.append({"cell_type": "markdown", "metadata": {}, "source": tables.fill(page.book, words)})

    words_of = {fence.body[0]: " ".join(fence.body[1:]) for fence in page.fences if fence.language == "figure"}
    for fence in page.fences:
        if fence.language == "python" and not fence.includes[0][0].startswith(EXERCISES):
            add_prose(lines[done : fence.line - 1 - skipped])
            for file, section in fence.includes:
                script = page.book.script(file)
                cells += code_cells(script, section or "", words_of)
        elif fence.language == "quiz":
            add_prose(lines[done : fence.line - 1 - skipped])
            add_prose([quizzes.as_markdown(page.questions[fence.body[0]])])
        elif fence.language in ("figure", "flow"):
            add_prose(lines[done : fence.line - 1 - skipped])
            words = fence.body[1:] if fence.language == "figure" else [fence.body[-1].removeprefix("alt: ")]
            add_prose([f"*{' '.join(words).strip()}*"])
        else:
            continue
        done = fence.end - skipped
    add_prose(lines[done:])
    for number, cell in enumerate(cells):
        cell["id"] = f"cell-{number}"
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    book = {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    return nbformat.v4.writes(nbformat.from_dict(book))


def code_cells(script: Script, section: str, words_of: dict[str, str]) -> list[dict]:
    """A section with what it printed and drew; before the first, what a script has and a notebook lacks."""
    code, outputs, tags = script.code(section).strip(), [], {}
    for name in DRAWS.findall(code):
        figure = f"{script.name}/{name}"
        data = markup.picture(script.root, figure, words_of.get(figure, name))
        outputs.append({"output_type": "display_data", "metadata": {}, "data": data})
    if printed := script.records.get(section):
        if section.startswith("machine"):
            tags = {"tags": ["machine"]}  # another machine prints other values
        outputs.append({"output_type": "stream", "name": "stdout", "text": printed})
    cells = [code_cell(code, outputs, tags)]
    if section == next(iter(script.sections)) and ("args" in script.header or "__file__" in script.source):
        cells.insert(0, code_cell(as_script(script), [], {}))
    return cells


def code_cell(source: str, outputs: list[dict], metadata: dict) -> dict:
    return {
        "cell_type": "code",
        "execution_count": None,
        "metadata": metadata,
        "source": source,
        "outputs": outputs,
    }


def as_script(script: Script) -> str:
    """What a notebook lacks that a script has: its arguments and its place, the folder that the notebook lies in."""
    name = script.path.name
    arguments = [name, *shlex.split(script.header.get("args", ""))]
    return f'import sys\n\nsys.argv = {json.dumps(arguments)}\n__file__ = "{name}"'


def plain(text: str) -> str:
    """Admonitions, folds and attribute lists as Markdown that every viewer shows; no boxes, no links into the site."""
    text = re.sub(r'^(?:!!!|\?\?\?\+?) \w+(?: "([^"]*)")?$', lambda m: f"**{m[1] or 'Note'}**", text, flags=re.M)
    text = re.sub(r"^    (?=\S)", "", text, flags=re.M)
    text = re.sub(r"^(?:</?div[^>]*>|<!-- .* -->)$", "", text, flags=re.M)
    text = re.sub(r"(?<!!)\[([^\]]+)\]\((?!https?:)[^)]+\)", r"\1", text)
    return re.sub(r"\{ *[.#:][^}\n]*\}", "", text).strip()
