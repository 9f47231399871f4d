"""What a reader takes home: a script that runs alone, a project's folder or the exercises of a page as a zip."""

from __future__ import annotations

import io
import re
import sys
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from .book import Handbook
from .pages import Page
from .scripts import IMPORT, MARKER, Script

EXERCISES_README = """\
{title}: exercises of the PyTorch Handbook.
1. Set up once: pip install {packages}
2. Open exercise.py in a folder below and write the function; its docstring says what is asked.
3. python {check} says "Right.", or what is wrong; with --hints it gives hints.
4. The solutions are folded on the page, below each exercise.
"""

COMPRESSED = (".gz", ".png", ".webp", ".safetensors", ".onnx")  # another time saves next to nothing
# Where the import has another name than the package.
PACKAGES = {"sklearn": "scikit-learn", "skimage": "scikit-image", "mlflow": "mlflow-skinny", "PIL": "torchvision"}


def dependencies(book: Handbook, script: Script) -> list[str]:
    """The packages that a script needs, with the versions that the handbook is checked with."""
    return named(book, script.imports, script.source)


def named(book: Handbook, modules: set[str], source: str) -> list[str]:
    """The packages of these modules among those that the handbook is checked with."""
    names = {PACKAGES.get(name, name) for name in modules - sys.stdlib_module_names}
    if "torch.onnx" in source:
        names |= {"onnx", "onnxscript"}  # torch.onnx.export imports them
    if "torch" in names:
        names.add("numpy")  # torch does not install it, and warns, or fails at .numpy(), where it is missing
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
    return len(scripts) > 3 or any(len(script.needs) > 1 for script in scripts)


def zipped(page: Page, notebook: str = "") -> bytes:
    """The scripts, what they need with its licences, and the notebook, in the layout of the repository."""
    root, scripts = page.book.root, page.scripts
    files = {path for script in scripts for path in script.needs}
    folder = scripts[0].path.parent
    if notebook:
        files |= {path for path in folder.iterdir() if path.is_file()}
    known = {script.path: script for script in scripts}
    contents = {path: standalone(page.book, known[path]) if path in known else path.read_bytes() for path in files}
    if notebook:
        contents[folder / f"{folder.name}-notebook.ipynb"] = notebook
    return archived({path.relative_to(root).as_posix(): content for path, content in contents.items()})


def zip_of_exercises(page: Page) -> str:
    """A file of the site; projects/mnist-exercises.zip would be what the page of that name needs."""
    return f"{page.name}/{page.path.stem}-exercises.zip"


def exercises(book: Handbook, title: str, names: Iterable[str]) -> bytes:
    """The exercises with their checkers and what these import, in the layout of the repository; no solutions."""
    checks = checks_of(book, names)
    files = files_of(book.root, checks)
    source = "\n".join(content.decode() for name, content in files.items() if name.endswith(".py"))
    packages = installed(named(book, {*IMPORT.findall(source)}, source))
    readme = EXERCISES_README.format(title=title, packages=packages, check=checks[0])
    return archived(files | {"README.txt": readme})


def checks_of(book: Handbook, names: Iterable[str]) -> list[Script]:
    return [Script(book.root, f"exercises/{name}/check") for name in names]


def files_of(root: Path, checks: list[Script]) -> dict[str, bytes]:
    """The checks, the starters, and what the checks import, by their paths in the repository."""
    files = {file for check in checks for file in (*check.inputs, check.path.with_name("exercise.py"))}
    for check in checks:
        for folder in re.findall(r'parents\[4\] / "([\w/-]+)"', check.source):
            files |= {path for path in (root / "examples" / folder).glob("*.py") if path.stem in check.imports}
    files |= {*root.glob("examples/exercises/*.py"), *root.glob("LICENSE")}
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in files}


def archived(contents: Mapping[str, str | bytes]) -> bytes:
    """A zip that is the same whenever it is made."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in sorted(contents.items()):
            method = zipfile.ZIP_STORED if name.endswith(COMPRESSED) else zipfile.ZIP_DEFLATED
            archive.writestr(zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0)), content, method)
    return buffer.getvalue()
