"""The rules that tie pages, scripts, records and figures together. Each raises Broken with file and line."""

from __future__ import annotations

import re
import sysconfig
from collections import defaultdict
from collections.abc import Callable
from functools import cache, partial
from importlib.machinery import PathFinder
from itertools import pairwise
from pathlib import Path

from pages import PROSE_FENCES, PYTHON, Fence, fences, front_matter
from scripts import DEVICES, Broken, Script
from tables import exercise_titles

WITHOUT_EXERCISES = ("docs/index.md", "docs/start/how-to-use.md", "docs/start/install.md", "docs/reference/")


def pages(root: Path) -> list[Path]:
    return sorted((root / "docs").glob("**/*.md"))


def name_of(root: Path, path: Path) -> str:
    return path.relative_to(root).as_posix()


def check_page(root: Path, page: Path) -> None:
    """Code comes from scripts, whole and in order, each output right below the section that printed it."""
    name, text = name_of(root, page), page.read_text(encoding="utf-8")
    shown: dict[Script, list[tuple[str, str]]] = defaultdict(list)  # script: (section, place) in page order
    order: list[Script] = []
    script_of = cache(partial(Script, root))  # each is parsed once
    last: Fence | None = None
    for fence in fences(name, text):
        if fence.language in PYTHON:
            for file, section in fence.includes:
                if not file.startswith("examples/") or not (root / file).is_file():
                    raise Broken(f"{fence}: {file} is not a file of examples/")
                if file.startswith("examples/exercises/"):
                    continue
                script = script_of(file.removeprefix("examples/").removesuffix(".py"))
                if section not in script.sections:
                    raise Broken(f"{fence}: {file} has no section {section!r}")
                if script.page != name:
                    raise Broken(f"{fence}: {file} belongs to {script.page}")
                shown[script].append((section, str(fence)))
                if not order or order[-1] != script:
                    order.append(script)
        elif fence.language == "text":
            for file, _ in fence.includes:
                check_output(root, fence, file, last, script_of)
        elif fence.language == "figure":
            check_figure(root, fence)
        elif fence.language not in PROSE_FENCES:
            raise Broken(f"{fence}: a block in {fence.language!r}; known: {', '.join(sorted(PYTHON | PROSE_FENCES))}")
        last = fence
    for script in order:
        if order.count(script) > 1:
            raise Broken(f"{shown[script][0][1]}: {script} is interrupted by another script")
    for script, found in shown.items():
        want = list(script.sections)
        for index, (section, place) in enumerate(found):
            if index >= len(want) or section != want[index]:
                raise Broken(f"{place}: section {section!r} of {script} is out of order")
        if len(found) < len(want):
            raise Broken(
                f"{script}:{script.sections[want[len(found)]].start}: section {want[len(found)]!r} is not on {name}"
            )


def check_output(root: Path, fence: Fence, file: str, last: Fence | None, script_of: Callable[[str], Script]) -> None:
    match = re.fullmatch(r"snippets/outputs/(.+)/([^/]+)\.txt", file)
    if not match:
        raise Broken(f"{fence}: a text block shows a record of snippets/outputs/, not {file}")
    script, section = script_of(match[1]), match[2]
    if not script.path.is_file() or section not in script.sections:
        raise Broken(f"{fence}: {file} is the record of no section")
    if not (root / file).is_file() and script.only in (None, "cpu"):
        raise Broken(f"{fence}: {file} is not recorded; make record does it")
    if last is None or last.language not in PYTHON or last.includes[-1] != (str(script), section):
        raise Broken(f"{fence}: {file} is not right below the code that prints it")


def check_figure(root: Path, fence: Fence) -> None:
    """First line the file, then what the picture shows, in words."""
    file, *words = [line for line in fence.body if line.strip()] or [""]
    if not (root / "snippets/figures" / file).is_file():
        raise Broken(f"{fence}: there is no figure snippets/figures/{file}")
    if len(" ".join(words)) < 20:
        raise Broken(f"{fence}: say below {file} what the figure shows")


def check_all_shown(root: Path) -> None:
    """Every script, record and figure is on a page; no record or figure is left of a script that is gone."""
    texts = {page: page.read_text(encoding="utf-8") for page in pages(root)}
    everything = "\n".join(texts.values())
    script_of = cache(partial(Script, root))
    for script in Script.all(root):
        if PathFinder.find_spec(script.path.stem, [sysconfig.get_path("stdlib"), sysconfig.get_path("purelib")]):
            raise Broken(f"{script}:1: hides the module {script.path.stem!r} from itself and the scripts beside it")
        if f'"{script}:' not in texts.get(root / script.page, ""):
            raise Broken(f"{script}:1: on no page; {script.page} should show it")
    for record in sorted((root / "snippets/outputs").glob("**/*.txt")):
        name, script = name_of(root, record), script_of(name_of(root / "snippets/outputs", record.parent))
        if not script.path.is_file() or record.stem not in script.sections:
            raise Broken(f"{name}:1: the record of nothing")
        if f'--8<-- "{name}"' not in everything:
            raise Broken(f"{name}:1: on no page; {script.page} should show it")
    for figure in sorted((root / "snippets/figures").glob("**/*.svg")):
        name = name_of(root / "snippets/figures", figure)
        if not Script(root, str(Path(name).parent.as_posix())).path.is_file():
            raise Broken(f"snippets/figures/{name}:1: drawn by no script")
        if not re.search(rf"^ *{re.escape(name)}$", everything, re.M):
            raise Broken(f"snippets/figures/{name}:1: on no page")
    for device in ("cpu", "cuda", "mps"):
        for stamp in sorted((root / f"snippets/verified/{device}").glob("**/*.json")):
            script = Script(root, name_of(root / f"snippets/verified/{device}", stamp.with_suffix("")))
            if not script.path.is_file():
                raise Broken(f"{name_of(root, stamp)}:1: the record of a script that is gone")


def check_front_matter(root: Path) -> None:
    """Every page but the home page says its level, minutes, objectives and what it requires, without a cycle."""
    requires = {}
    for page in pages(root):
        name, matter = name_of(root, page), front_matter(page)
        if name == "docs/index.md":
            continue
        if matter.get("level") not in ("beginner", "intermediate"):
            raise Broken(f"{name}:1: front matter needs level: beginner or intermediate")
        if not isinstance(matter.get("minutes"), int) or not matter.get("objectives"):
            raise Broken(f"{name}:1: front matter needs minutes (a number) and objectives (a list)")
        requires[name] = [f"docs/{other}" for other in matter.get("requires") or []]
        for other in requires[name]:
            if not (root / other).is_file():
                raise Broken(f"{name}:1: requires {other}, which does not exist")

    def follow(name: str, path: list[str]) -> None:
        if name in path:
            raise Broken(f"{name}:1: requires itself: {' → '.join([*path[path.index(name) :], name])}")
        for other in requires.get(name, []):
            follow(other, [*path, name])

    for name in requires:
        follow(name, [])


def check_headings(root: Path, page: Path) -> None:
    """One title, and no level is left out."""
    name, levels, fenced = name_of(root, page), [], False
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if re.match(r"\s*(```|~~~)", line):
            fenced = not fenced
        elif not fenced and (match := re.match(r"(#+) ", line)):
            levels.append((len(match[1]), number))
    if [level for level, _ in levels].count(1) != 1 or levels[0][0] != 1:
        raise Broken(f"{name}:1: a page has one title, and it comes first")
    for (above, _), (level, number) in pairwise(levels):
        if level > above + 1:
            raise Broken(f"{name}:{number}: a heading of level {level} below one of level {above}")


def check_exercises(root: Path) -> None:
    """Every page has an exercise unless it is in the list; every exercise is on its page, titled, solution folded."""
    for page in pages(root):
        name, text = name_of(root, page), page.read_text(encoding="utf-8")
        folder = root / "examples/exercises" / page.relative_to(root / "docs").with_suffix("")
        slugs = sorted(path.parent for path in folder.glob("*/exercise.py"))
        if not slugs and not name.startswith(WITHOUT_EXERCISES):
            raise Broken(f"{name}:1: no exercise in {name_of(root, folder)}, and not in the list of pages without")
        for slug in slugs:
            for file in ("exercise.py", "solution.py"):
                place = text.find(f'--8<-- "{name_of(root, slug)}/{file}"')
                if place < 0:
                    raise Broken(f"{name_of(root, slug)}/{file}:1: not on {name}")
            above = [line for line in text[:place].splitlines() if line.strip() and not line.startswith("    ")]
            if not above[-1].startswith('??? success "'):
                line = text.count("\n", 0, place) + 1
                raise Broken(f'{name}:{line}: the solution of {slug.name} is not in a fold: ??? success "Solution"')
        exercise_titles(name, text)
    for exercise in sorted((root / "examples/exercises").glob("**/exercise.py")):
        page = root / "docs" / exercise.parents[1].relative_to(root / "examples/exercises").with_suffix(".md")
        if not page.is_file():
            raise Broken(f"{name_of(root, exercise)}:1: there is no page {name_of(root, page)}")


def check_verified(script: Script) -> None:
    """The page's claim of a verified run is about this very code, these outputs and this data."""
    device = script.only or "cpu"
    stamp = script.stamp(device)
    if not stamp or not stamp["current"]:
        why = "changed since it was verified" if stamp else "never verified"
        raise Broken(f"{script}:1: {why} on {DEVICES[device]}; make record DEVICE={device} runs it and notes it")
