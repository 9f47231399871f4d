"""The rules that tie pages, scripts, records and figures together. Each raises Broken with file and line."""

from __future__ import annotations

import datetime
import re
import sysconfig
from collections import defaultdict
from collections.abc import Callable
from functools import cache, partial
from importlib.machinery import PathFinder
from itertools import pairwise
from pathlib import Path

from packaging.version import Version
from pages import PROSE_FENCES, PYTHON, Fence, fences, front_matter
from scripts import DEVICES, Broken, Script, first, table_of_runs
from tables import exercise_titles

OTHER_MODULES = [sysconfig.get_path("stdlib"), sysconfig.get_path("purelib"), str(Path(__file__).parent)]
WITHOUT_EXERCISES = ("docs/index.md", "docs/start/how-to-use.md", "docs/start/install.md", "docs/reference/")


INFO = re.compile(r"\w*|\{ \.\w+( \.\w+)* \}")  # after the marks of a fence: a language, or classes
HTML = re.compile(r"<[a-zA-Z/!][^>]*>?")
PLAIN_HTML = re.compile(r'<!-- table: \w+ -->|</?(div|output)( class="\w+")?( markdown)?>')
LATER = {  # the parts go by topic: these pages send the reader on to a later part
    "docs/models/attention.md": "docs/data/variable-length.md",
    "docs/models/initialization.md": "docs/training/loop.md",
    "docs/models/losses.md": "docs/training/loop.md",
    "docs/models/optimizers.md": "docs/training/loop.md",
    "docs/projects/ticket-router-transformer.md": "docs/deploy/onnx.md",
}


def pages(root: Path) -> list[Path]:
    return sorted((root / "docs").glob("**/*.md"))


def name_of(root: Path, path: Path) -> str:
    return path.relative_to(root).as_posix()


def check_page(root: Path, page: Path) -> None:
    """Code comes from scripts, whole and in order, a section a block; its output follows by itself."""
    name, text = name_of(root, page), page.read_text(encoding="utf-8")
    shown: dict[Script, list[tuple[str, str]]] = defaultdict(list)  # script: (section, place) in page order
    order: list[Script] = []
    script_of = cache(partial(Script, root))  # each is parsed once
    drawn: list[tuple[str, int, str]] = []  # script, where it draws, place on the page
    for fence in fences(name, text):
        if fence.language in PYTHON:
            if len(fence.includes) > 1:
                raise Broken(f"{fence}: several sections in a block; each has one of its own, above its output")
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
        elif fence.language == "figure":
            drawn.append(check_figure(root, fence, script_of))
        elif fence.language not in PROSE_FENCES:
            raise Broken(f"{fence}: a block in {fence.language!r}; known: {', '.join(sorted(PYTHON | PROSE_FENCES))}")
    for (script, draws, _), (other, draws_next, place) in pairwise(sorted(drawn, key=lambda figure: figure[0])):
        if script == other and draws > draws_next:
            raise Broken(f"{place}: figures are in another order than {script} draws them")
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


def check_nothing_is_hidden(root: Path, page: Path) -> None:
    """No comment, tag or attribute around code or output could keep it from the reader."""
    name, text, inside = name_of(root, page), page.read_text(encoding="utf-8"), set()
    for fence in fences(name, text):
        inside |= {*range(fence.line, fence.end + 1)}
        if not INFO.fullmatch(fence.info):
            raise Broken(f"{fence}: a block of {fence.info!r}: give its language only")
    for number, line in enumerate(text.splitlines(), 1):
        tags = [] if number in inside else HTML.findall(re.sub(r"(`+).*?\1", "", line))
        for tag in tags:
            if not PLAIN_HTML.fullmatch(tag):
                raise Broken(f"{name}:{number}: {tag} could hide what it encloses")


def check_figure(root: Path, fence: Fence, script_of: Callable[[str], Script]) -> tuple[str, int, str]:
    """First line the file, then what the picture shows, in words; returns the script, where it draws, and the place."""
    file, *words = [line for line in fence.body if line.strip()] or [""]
    if not (root / "snippets/figures" / file).is_file():
        raise Broken(f"{fence}: there is no figure snippets/figures/{file}")
    if len(" ".join(words)) < 20:
        raise Broken(f"{fence}: say below {file} what the figure shows")
    name, _, svg = file.rpartition("/")
    return name, script_of(name).source.find(f'"{svg}"'), str(fence)


def check_all_shown(root: Path) -> None:
    """Every script, record and figure is on a page; no record or figure is left of a script that is gone."""
    texts = {page: page.read_text(encoding="utf-8") for page in pages(root)}
    everything = "\n".join(texts.values())
    script_of = cache(partial(Script, root))
    for script in Script.all(root):
        if PathFinder.find_spec(script.path.stem, OTHER_MODULES):
            raise Broken(f"{script}:1: hides the module {script.path.stem!r} from itself and the scripts beside it")
        if f'"{script}:' not in texts.get(root / script.page, ""):
            raise Broken(f"{script}:1: on no page; {script.page} should show it")
    for record in sorted((root / "snippets/outputs").glob("**/*.txt")):
        name, script = name_of(root, record), script_of(name_of(root / "snippets/outputs", record.with_suffix("")))
        if not script.path.is_file():
            raise Broken(f"{name}:1: the record of nothing")
        if gone := script.records.keys() - script.sections.keys():
            raise Broken(f"{name}:1: the record of a section that is gone: {', '.join(sorted(gone))}")
    for figure in sorted((root / "snippets/figures").glob("**/*.svg")):
        name = name_of(root / "snippets/figures", figure)
        if not Script(root, str(Path(name).parent.as_posix())).path.is_file():
            raise Broken(f"snippets/figures/{name}:1: drawn by no script")
        if not re.search(rf"^ *{re.escape(name)}$", everything, re.M):
            raise Broken(f"snippets/figures/{name}:1: on no page")
    for path in sorted((root / "snippets/verified").iterdir()):
        if path.suffix != ".json" or path.stem not in DEVICES:
            raise Broken(f"{name_of(root, path)}:1: the runs of no device; known: {', '.join(DEVICES)}")
        for name, run in table_of_runs(path).items():
            check_run(f"{name_of(root, path)}:1", Script(root, name), path.stem, run)


def check_run(place: str, script: Script, device: str, run: dict) -> None:
    """A noted run is of a script for this device, not of tomorrow, and on a torch that constraints.txt allows."""
    if not script.path.is_file():
        raise Broken(f"{place}: the run of a script that is gone: {script}")
    if device not in script.devices:
        raise Broken(f"{place}: {script} is not for {DEVICES[device]}")
    if datetime.date.fromisoformat(run["date"]) > datetime.date.today() + datetime.timedelta(days=1):
        raise Broken(f"{place}: a run of {script} on {run['date']}, which is still to come")
    newest = first(r"^torch==([\d.]+)", script.root / "constraints.txt")
    if Version(run["torch"].partition("+")[0]) > Version(newest):
        raise Broken(f"{place}: torch {run['torch']} of {script} is newer than {newest} of constraints.txt")


def check_front_matter(root: Path) -> None:
    """What a page requires exists, comes before it in the navigation, and does not lead back to it."""
    requires = {}
    for page in pages(root):
        name = name_of(root, page)
        requires[name] = [f"docs/{other}" for other in front_matter(page).get("requires", [])]
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
    navigation = (root / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:")[2]
    order = [f"docs/{page}" for page in re.findall(r"[\w/-]+\.md", navigation)]
    for name, others in requires.items():
        for other in others:
            if LATER.get(name) != other and {name, other} <= {*order} and order.index(other) > order.index(name):
                raise Broken(f"{name}:1: requires {other}, which comes after it in the navigation")


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
            raise Broken(
                f"{name}:1: no exercise in {name_of(root, folder)}, and not in WITHOUT_EXERCISES of tests/rules.py"
            )
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


def check_verified(script: Script, device: str) -> None:
    """The page's claim of a verified run is about this very code, these outputs and this data."""
    stamp = script.stamp(device)
    if not stamp or not stamp["current"]:
        why = "code, data or outputs changed since it was verified" if stamp else "never verified"
        again = f"make record DEVICE={device} PYTEST='-k {script.name}'"
        raise Broken(f"{script}:1: {why} on {DEVICES[device]}; {again} runs it and notes it")
