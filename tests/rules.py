"""The rules that tie pages, scripts, records and figures together. Each yields its faults, with file and line."""

from __future__ import annotations

import datetime
import re
import sysconfig
from collections.abc import Iterator
from importlib.machinery import PathFinder
from itertools import pairwise
from pathlib import Path

from packaging.version import Version

from handbook import DEVICES, Broken, Fence, Handbook, Page, Script
from handbook.new import UNFINISHED
from handbook.pages import EXERCISES
from handbook.scripts import marked, recorded, table_of_runs

OTHER_MODULES = [sysconfig.get_path("stdlib"), sysconfig.get_path("purelib"), str(Path(__file__).parent)]
WITHOUT_EXERCISES = ("index", "wall", "start/course", "start/how-to-use", "start/install", "reference/", "errors/")
PYTHON = {"python", "py", "py3", "python3", "pycon", "ipython", "pytb"}
PROSE_FENCES = {"console", "bash", "flow", "figure", "quiz", "notes", "demo", "widget", "wall", "javascript"}
INFO = re.compile(
    r'\w*|python since="[\w-]+"|\{ \.\w+( \.\w+)* \}'
)  # after the marks of a fence: a language, or classes
HTML = re.compile(r"<[a-zA-Z/!][^>]*>?")
PLAIN_HTML = re.compile(
    r'<!-- (table|verdict|download|slides): [\w.-]+ -->|</?(div|output)( class="\w+")?( markdown)?>'
)
CONTAINER = re.compile(r" *(?:[-*+] |\d+\. |!!! |\?\?\?|=== |\[\^\w+\]:|: )")  # of what is indented below it
LATER = {  # the parts go by topic: these pages send the reader on to a later part
    "data/tables": "training/loop",
    "models/attention": "data/variable-length",
    "models/initialization": "training/loop",
    "models/losses": "training/loop",
    "models/optimizers": "training/loop",
    "projects/ticket-router-transformer": "deploy/onnx",
}


def raise_all(*checks: Iterator[str]) -> None:
    """Every fault of every check at once; what makes a check stop is its last."""
    found = []
    for check in checks:
        try:
            for fault in check:
                found.append(fault)
        except Broken as error:
            found.append(str(error))
    if found:
        raise Broken("\n".join(dict.fromkeys(found)))


def check_page(page: Page) -> Iterator[str]:
    """Code comes from scripts, whole and in order, a section a block; its output follows by itself."""
    yield from page.faults
    shown: list[tuple[Script, str, Fence]] = []
    drawn: list[tuple[str, int, Fence]] = []  # script, where it draws, place on the page
    for fence in page.fences:
        if fence.language in PYTHON:
            yield from check_python(page, fence)
            shown += sections_of(page, fence)
        elif fence.language == "figure":
            faults, where = check_figure(page, fence)
            yield from faults
            drawn += where
        elif fence.language and fence.language not in PROSE_FENCES:
            yield f"{fence}: a block in {fence.language!r}; known: {', '.join(sorted(PYTHON | PROSE_FENCES))}"
    for (script, draws, _), (other, draws_next, fence) in pairwise(sorted(drawn, key=lambda figure: figure[0])):
        if script == other and draws > draws_next:
            yield f"{fence}: figures are in another order than {script} draws them"
    yield from check_order(page, shown)


def check_python(page: Page, fence: Fence) -> Iterator[str]:
    """A block is one section of a script of this page, or an exercise."""
    for number, line in fence.typed:
        yield f"{page}:{number}: Python on a page comes from a file: {line.strip()!r}"
    if len(fence.includes) > 1:
        yield f"{fence}: several sections in a block; each has one of its own, above its output"
    for file, section in fence.includes:
        if not file.startswith("examples/"):
            yield f"{fence}: {file} is not a file of examples/"
        elif not file.startswith(EXERCISES) and not section:
            yield f"{fence}: name a section of {file}"


def sections_of(page: Page, fence: Fence) -> Iterator[tuple[Script, str, Fence]]:
    """The sections of the page's own scripts that a block shows."""
    for file, section in fence.includes:
        script = page.book.script(file)
        if script in page.scripts and script.path.is_file() and section in script.sections and script.page == str(page):
            yield script, section, fence


def check_order(page: Page, shown: list[tuple[Script, str, Fence]]) -> Iterator[str]:
    """Each script is shown whole, in one go, in the order of its sections."""
    order = [script for script, _, _ in shown]
    for script in dict.fromkeys(order):
        first, last = order.index(script), len(order) - order[::-1].index(script)
        if any(other != script for other in order[first:last]):
            yield f"{shown[first][2]}: {script} is interrupted by another script"
        want = [*script.sections]
        places = {section: fence for one, section, fence in reversed(shown) if one == script}
        given = [section for one, section, _ in shown if one == script]
        for section in want:
            if section not in places:
                yield f"{script}:{script.sections[section].start}: section {section!r} is not on {page}"
        there = [section for section in want if section in places]
        for index, section in enumerate(given):
            if index >= len(there) or section != there[index]:
                place = [fence for one, _, fence in shown if one == script][index]
                yield f"{place}: section {section!r} of {script} is out of order"
                break


def check_finished(page: Page) -> Iterator[str]:
    """Nothing is left to do on the page, in its scripts or in its exercises."""
    files = {page.path, *(script.path for script in page.scripts)}
    files |= {*(page.book.root / "examples/exercises" / page.name).glob("*/*.*")}
    for path in sorted(path for path in files if path.is_file()):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if UNFINISHED in line:
                yield f"{path.relative_to(page.book.root).as_posix()}:{number}: still to do: {line.strip()}"


def check_figure(page: Page, fence: Fence) -> tuple[list[str], list[tuple[str, int, Fence]]]:
    """First line the file, then what the picture shows, in words; returns faults, and script and where it draws."""
    file, *words = [line for line in fence.body if line.strip()] or [""]
    if not (page.book.root / "snippets/figures" / file).is_file():
        return [f"{fence}: there is no figure snippets/figures/{file}"], []
    name, _, drawn = file.rpartition("/")
    faults = [f"{fence}: say below {file} what the figure shows"] * (len(" ".join(words)) < 20)
    return faults, [(name, page.book.script(name).source.find(f'"{drawn}"'), fence)]


def check_indented(page: Page) -> Iterator[str]:
    """Code lies between fences: an indented block would be shown as code, and no rule would see it."""
    deepest, after_blank = 0, True
    for number, line in page.prose:
        indent = len(line) - len(line.lstrip())
        if line.strip() and after_blank and indent >= deepest + 4:
            yield f"{page}:{number}: an indented block is code that no test runs; put it between fences"
        if line.strip():
            deepest = indent // 4 * 4 + 4 if CONTAINER.match(line) else min(deepest, indent)
        after_blank = not line.strip()


def check_nothing_is_hidden(page: Page) -> Iterator[str]:
    """No comment, tag or attribute around code or output could keep it from the reader."""
    for fence in page.fences:
        if not INFO.fullmatch(fence.info):
            yield f"{fence}: a block of {fence.info!r}: give its language only"
    for number, line in page.prose:
        for tag in HTML.findall(re.sub(r"(`+).*?\1", "", line)):
            if not PLAIN_HTML.fullmatch(tag):
                yield f"{page}:{number}: {tag} could hide what it encloses"


def check_headings(page: Page) -> Iterator[str]:
    """One title, and no level is left out."""
    levels = [(len(match[1]), number) for number, line in page.prose if (match := re.match(r"(#+) ", line))]
    if [level for level, _ in levels].count(1) != 1 or levels[0][0] != 1:
        yield f"{page}:1: a page has one title, and it comes first"
    for (above, _), (level, number) in pairwise(levels):
        if level > above + 1:
            yield f"{page}:{number}: a heading of level {level} below one of level {above}"


def check_front_matter(page: Page) -> Iterator[str]:
    """What a page requires exists, comes before it in the navigation, and does not lead back to it."""
    order = [*page.book.pages]
    for name in page.requires:
        here = name in order and name != page.name and LATER.get(page.name) != name
        if here and order.index(name) > order.index(page.name):
            yield f"{page}:1: requires docs/{name}.md, which comes after it in the navigation"
    paths = [[page.name]]
    for path in paths:
        for name in page.book.pages[path[-1]].requires if path[-1] in order else ():
            if name == page.name:
                yield f"{page}:1: requires itself: {' → '.join([*path, name])}"
            elif name not in path:
                paths.append([*path, name])


def check_exercises(page: Page) -> Iterator[str]:
    """The page has an exercise unless it is in the list; each is shown, titled, its solution folded."""
    root = page.book.root
    folder = root / "examples/exercises" / page.name
    slugs = sorted(path.parent.name for path in folder.glob("*/exercise.py"))
    if not slugs and not page.name.startswith(WITHOUT_EXERCISES):
        place = folder.relative_to(root).as_posix()
        yield f"{page}:1: no exercise in {place}, and not in WITHOUT_EXERCISES of tests/rules.py"
    for slug in slugs:
        exercise, solution = (
            f"{EXERCISES[0]}{page.name}/{slug}/exercise.py",
            f"{EXERCISES[1]}{page.name}/{slug}/solution.py",
        )
        yield from (f"{file}:1: not on {page}" for file in (exercise, solution) if f'--8<-- "{file}"' not in page.text)
        before, include, _ = page.text.partition(f'--8<-- "{solution}"')
        above = [line for line in before.splitlines() if line.strip() and not line.startswith("    ")]
        if include and not above[-1].startswith('??? success "'):
            line = before.count("\n") + 1
            yield f'{page}:{line}: the solution of {slug} is not in a fold: ??? success "Solution"'
    page.exercises  # noqa: B018  says which has no title


PAGE = (
    check_page,
    check_finished,
    check_indented,
    check_nothing_is_hidden,
    check_headings,
    check_front_matter,
    check_exercises,
)


def check_all_shown(book: Handbook) -> Iterator[str]:
    """Every script, record, figure and exercise is on a page; nothing is left of a script that is gone."""
    for script in book.scripts.values():
        if PathFinder.find_spec(script.path.stem, OTHER_MODULES):
            yield f"{script}:1: hides the module {script.path.stem!r} from itself and the scripts beside it"
        for figure in re.findall(r"(?:savefig|imsave)\(.*?([\w-]+\.(?!svg|webp)\w+)\"", script.source):
            yield f"{script}:1: draws {figure}; figures are SVG, which the site gives its colours, and photos WebP"
        if f'"{script}:' not in (book.root / script.page).read_text(encoding="utf-8"):
            yield f"{script}:1: on no page; {script.page} should show it"
    for path in sorted((book.root / "snippets/outputs").glob("**/*.txt")):
        name = path.relative_to(book.root).as_posix()
        if marked(recorded(path)) != path.read_text(encoding="utf-8"):
            yield f"{name}:1: something stands outside of the marks of a section"
        for mark, section, _ in recorded(path):
            script = book.script(mark or name.removeprefix("snippets/outputs/").removesuffix(".txt"))
            if not script.path.is_file() or script.output != path:
                yield f"{name}:1: the record of nothing: {script}"
            elif section not in script.sections:
                yield f"{name}:1: the record of a section that is gone: {section} of {script}"
    shown = {line.strip() for page in book.pages.values() for line in page.text.splitlines()}
    for figure in sorted(path for path in (book.root / "snippets/figures").glob("**/*.*") if path.is_file()):
        name = figure.relative_to(book.root / "snippets/figures").as_posix()
        if not book.script(name.rpartition("/")[0]).path.is_file():
            yield f"snippets/figures/{name}:1: drawn by no script"
        elif name not in shown:
            yield f"snippets/figures/{name}:1: on no page"
    for exercise in sorted((book.root / "examples/exercises").glob("**/exercise.py")):
        place = exercise.relative_to(book.root / "examples/exercises").parents[1].as_posix()
        if place not in book.pages:
            yield f"{exercise.relative_to(book.root).as_posix()}:1: there is no page docs/{place}.md"
    for solution in sorted((book.root / "examples/solutions").glob("**/solution.py")):
        name = solution.relative_to(book.root).as_posix()
        if not (book.root / name.replace("solutions", "exercises", 1)).with_name("exercise.py").is_file():
            yield f"{name}:1: the solution of an exercise that is gone"


def check_runs(book: Handbook) -> Iterator[str]:
    """A noted run is of a script for this device, not of tomorrow, and on a torch that constraints.txt allows."""
    pins = re.findall(r"^torch==([\d.]+)", (book.root / "constraints.txt").read_text(encoding="utf-8"), re.M)
    if not pins:
        yield "constraints.txt:1: no version of torch"
    for path in sorted((book.root / "snippets/verified").iterdir()):
        place = f"{path.relative_to(book.root).as_posix()}:1"
        if path.suffix != ".json" or path.stem not in DEVICES:
            yield f"{place}: the runs of no device; known: {', '.join(DEVICES)}"
            continue
        for name, run in table_of_runs(path).items():
            script = book.script(name)
            if not script.path.is_file():
                yield f"{place}: the run of a script that is gone: {script}"
            elif path.stem not in script.devices:
                yield f"{place}: {script} is not for {DEVICES[path.stem]}"
            elif datetime.date.fromisoformat(run["date"]) > datetime.date.today() + datetime.timedelta(days=1):
                yield f"{place}: a run of {script} on {run['date']}, which is still to come"
            elif pins and Version(run["torch"].partition("+")[0]) > Version(pins[0]):
                yield f"{place}: torch {run['torch']} of {script} is newer than {pins[0]} of constraints.txt"


def check_verified(script: Script, device: str) -> Iterator[str]:
    """The page's claim of a verified run is about this very code, these outputs and this data."""
    stamp = script.stamp(device)
    if not stamp or not stamp["current"]:
        why = "code, data or outputs changed since it was verified" if stamp else "never verified"
        again = f"make record DEVICE={device} PYTEST='-k {script.name}'"
        yield f"{script}:1: {why} on {DEVICES[device]}; {again} runs it and notes it"
