"""The built site: strict, light, complete, and asking nothing of another host."""

from __future__ import annotations

import ast
import csv
import gzip
import html
import io
import json
import re
import shutil
import struct
import subprocess
import sys
import zipfile
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path
from posixpath import normpath

import harness
import nbformat
import pytest
import rules
from comparison import Tolerance
from harness import BOOK, ROOT
from nbclient import NotebookClient

from handbook import DEVICES, slides, tables
from handbook.addresses import lost
from handbook.downloads import zip_of_exercises
from handbook.notebooks import is_process

NAMES = [*BOOK.pages]
NOTEBOOKS = [name for name, page in BOOK.pages.items() if page.scripts]


def page(built: Path, name: str) -> Path:
    return built / "index.html" if name == "index" else built / name / "index.html"


@cache
def blocks(path: Path) -> list[str]:
    """The text of each block of code or output that the HTML shows."""
    shown = re.sub(r"<!--.*?-->", "", path.read_text(encoding="utf-8"), flags=re.S)
    return [
        squeezed(html.unescape(re.sub(r"<[^>]+>", "", pre))) for pre in re.findall(r"<pre>(.*?)</pre>", shown, re.S)
    ]


def squeezed(text: str) -> str:
    return " ".join(text.split())


def test_build(build):
    """A strict build has nothing to say."""
    _, report = build
    if report["faults"]:
        pytest.fail("\n".join(report["faults"]), pytrace=False)


def test_build_is_quick(built, build):
    pages = len([*built.rglob("index.html")])
    assert build[1]["seconds"] < 0.4 * pages


def test_no_leftover_of_an_include(built):
    for path in built.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert not re.search("--8&lt;--|8<--|<!-- (table|verdict)", text), path


@pytest.mark.parametrize("name", NAMES)
def test_code_and_outputs_are_shown(built, name):
    """The HTML of the page holds each section of its scripts, and what it printed, as blocks of their own."""
    shown = blocks(page(built, name))
    for script in BOOK.pages[name].scripts:
        for section in script.sections:
            assert any(squeezed(script.code(section)) in block for block in shown), f"{script}: {section}"
        for section, text in script.records.items() if script.only in (None, "cpu") else ():
            seen = squeezed(text) in shown or section.startswith("matrix")  # a table: test_matrix
            assert not text.strip() or seen, f"what {section} of {script} prints"


def test_matrix(built):
    """A device's table holds what its script printed, line by line: the name, and a mark for each cell."""
    words = {"yes": "yes", "forward only": "forward", "other numbers": "other", "raises": "-"}
    text = page(built, "reference/device-matrix").read_text(encoding="utf-8")
    tables = "".join(re.findall(r'<table class="marks">(.*?)</table>', text, re.S))
    rows = []
    for row in re.findall(r"<tr>(.*?)</tr>", tables, re.S):
        cells = re.findall(r'<td class="(\w+)"><span>(.*?)</span></td>', row)
        assert all(said.split()[0] == drawn for drawn, said in cells), row
        heads = [html.unescape(re.sub("<.*?>", "", head)) for head in re.findall(r"<th.*?</th>", row, re.S)]
        rows.append(" ".join([*heads, *(words[said] for _, said in cells)]))
    printed = [script.records.get("matrix", "") for script in BOOK.pages["reference/device-matrix"].scripts]
    assert rows == [squeezed(line) for record in printed for line in record.splitlines() if line]


def test_links_and_references(built):
    """Each relative address in the HTML is a file of the site, and no reference is left unresolved in the text."""
    for path in built.rglob("*.html"):
        text = re.sub(r"<(pre|code|script|style)\b.*?</\1>", "", path.read_text(encoding="utf-8"), flags=re.S)
        left = re.findall(r".*\]\[\w.*|.*\[\^\w.*", re.sub(r"<[^>]+>", "", text))
        assert not left or "-notebook" in str(path), f"{path.relative_to(built)}: a reference to nothing"
        for address in re.findall(r'<[^>]+\s(?:href|src)="([^"#?:]+)[#?"]', text):
            target = (built / address[1:]) if address.startswith("/") else path.parent / address
            assert target.exists() and (target.is_file() or (target / "index.html").is_file()), f"{path}: {address}"


def test_slides(built):
    """Each session of the course has slides, which show what stands on the pages of its plan, and nothing else."""
    sessions = slides.SESSION.findall(BOOK.pages["start/course"].text)
    assert len(sessions) == 10
    for number, _, text in sessions:
        assert f'href="../course-{number}.html"' in page(built, "start/course").read_text(encoding="utf-8")
        names = {normpath(f"start/{name}") for name, _ in slides.plan(text)}
        sources = {block for name in names for block in blocks(page(built, name))}
        shown = blocks(built / f"start/course-{number}.html")
        assert len(shown) > 5 and not [block for block in shown if block not in sources]
        said, deck = slides.notes(text), (built / f"start/course-{number}.html").read_text(encoding="utf-8")
        assert {*slides.LINK.findall(said["Ask"])} <= {*slides.plan(text)}
        for _, anchor in slides.LINK.findall(said["The trap"]):  # its code too, which the page may fold
            assert re.search(rf'<pre(?:(?!<section)[\s\S])+#{anchor}"', deck), (number, anchor)


def test_published_addresses(built):
    """What others may link to is still there, or leads on."""
    rules.raise_all(lost(ROOT, built))


def test_ids_are_unique(built):
    for path in built.rglob("*.html"):
        ids = re.findall(r'<[^>]+\sid="([^"]+)"', path.read_text(encoding="utf-8"))
        assert len(ids) == len({*ids}), f"{path.relative_to(built)}: {sorted({i for i in ids if ids.count(i) > 1})}"


def luminance(colour: str) -> float:
    """Relative luminance of #rrggbb or #rgb, as WCAG defines it."""
    digits = colour.removeprefix("#")
    digits = digits if len(digits) == 6 else "".join(digit * 2 for digit in digits)
    parts = [int(digits[n : n + 2], 16) / 255 for n in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize(("scheme", "ground"), [(":root", "#fff"), ("slate", "#1e2129")])
def test_contrast_of_figures(scheme, ground):
    """What figures and diagrams are drawn in can be told from the ground of the page, and colours from each other."""
    css = (ROOT / "docs/assets/handbook.css").read_text(encoding="utf-8")
    rules_of_scheme = re.search(
        rf"^ *{re.escape(scheme)} \{{(.*?)\}}|\[data-md-color-scheme=.{scheme}.\] \{{(.*?)\}}", css, re.S | re.M
    )
    colours = dict(re.findall(r"--([\w-]+): (#[0-9a-f]+);", rules_of_scheme[1] or rules_of_scheme[2]))
    drawn = {name: colours[name] for name in ("ink", "line", *(f"plot-{n}" for n in range(1, 6)))}
    assert len({*drawn.values()}) == len(drawn)
    for name, colour in drawn.items():
        for behind in (ground, colours["box"]):
            low, high = sorted((luminance(colour), luminance(behind)))
            assert (high + 0.05) / (low + 0.05) >= 4.5, f"--{name} on {behind}"


def test_no_address_of_another_host(built):
    """Nothing that a browser fetches by itself; links that a reader follows are free."""
    fetched = re.compile(
        r"<(?!a\b)[^>]+\s(?:src|srcset|poster|data|action)=[\"']?(?:https?:)?//"
        r'|<link[^>]+rel="(?!canonical)[^>]+href="https?://'
        r"|url\([\"']?(?:https?:)?//|@import"
    )
    for path in [*built.rglob("*.html"), *built.rglob("assets/*.css")]:
        if path.name != "notebook.css":
            found = fetched.search(path.read_text(encoding="utf-8"))
            assert not found, f"{path.relative_to(built)}: {found}"


@pytest.mark.parametrize("name", NAMES)
def test_weight(built, name):
    weight = len(gzip.compress(page(built, name).read_bytes()))
    assert weight <= 25_000


@pytest.mark.parametrize("name", NAMES)
def test_no_line_of_a_phone_ends_within_a_word(built, name):
    """A long path or call in the text has places where it may be broken, and copies as the same characters."""
    text = re.sub(r"<pre\b.*?</pre>", "", page(built, name).read_text(encoding="utf-8"), flags=re.S)
    for code in re.findall(r"<code>(.*?)</code>", text, re.S):
        pieces = re.split(r"<wbr>|\s|(?<=\w-)", re.sub(r"<(?!wbr>).*?>", "", code))
        assert max(len(html.unescape(piece)) for piece in pieces) <= 40, code
    assert not re.search(r"\bS\d-\d+(?!\d|</span>|[^<>]*>)", text)
    assert not re.search(r"<td>[\d.]+ %", text)
    assert "</<" not in text


def test_no_prompt_is_copied(built):
    """A command is copied as it is typed."""
    for name in NAMES:
        text = page(built, name).read_text(encoding="utf-8")
        assert not re.search(r'class="gp"|<code>(?:<a [^>]*></a>)?\$ ', text), name


def test_formulas(built):
    """No paragraph shows TeX: each formula is MathML, in the notebook that is a page too."""
    for path in built.rglob("*.html"):
        text = re.sub(r"<(pre|code|script|style)\b.*?</\1>", "", path.read_text(encoding="utf-8"), flags=re.S)
        assert not (left := re.search(r"\$[^$<]+\$", text)), f"{path.relative_to(built)}: {left[0]}"


@pytest.mark.parametrize("name", ["projects/mnist-notebook"])
def test_weight_of_notebook(built, name):
    weight = len(gzip.compress(page(built, name).read_bytes()))
    assert weight <= 40_000


@pytest.mark.parametrize("script", BOOK.scripts.values(), ids=lambda script: script.name)
def test_download(built, script):
    """The download is the script, with metadata that names its packages and without marks of the handbook."""
    archive = (built / script.page.removeprefix("docs/")).with_suffix(".zip")
    if archive.exists():
        with zipfile.ZipFile(archive) as opened:
            text = opened.read(str(script)).decode()
            missing = {path.relative_to(ROOT).as_posix() for path in script.needs} - set(opened.namelist())
        assert not missing, f"{archive.name} lacks {missing}"
    else:
        text = (built / f"{script.name}.py").read_text(encoding="utf-8")
    metadata, _, code = text.partition("# ///\n")
    assert "# /// script\n" in metadata and "requires-python" in metadata
    assert "8<--" not in text and "# handbook:" not in text
    assert ast.dump(ast.parse(code)) == ast.dump(ast.parse(script.source))
    named = {re.split(r"[<>=~]", spec)[0] for spec in re.findall(r'^#   "(.+)",$', metadata, re.M)}
    assert "numpy" in named or "torch" not in named
    local = {path.stem for path in script.inputs} | sys.stdlib_module_names
    for module in re.findall(r"^ *(?:import|from) (\w+)", code, re.M):
        package = package_of(module)
        assert module in local or package in named, f"{script.name}: {package} is not in the metadata"


def package_of(module: str) -> str:
    """What to install for it; torchvision brings PIL."""
    return "torchvision" if module == "PIL" else packages_of_modules().get(module, [module])[0]


@cache
def packages_of_modules() -> dict[str, list[str]]:
    return dict(packages_distributions())


def test_syllabus(built):
    """snippets/syllabus.csv says where each item of the source guides is taught: the heading and the section exist.

    S2-38 is item 38 of guide S2; tests/items.csv says of each item where it stands in its guide, and its topic.
    """
    rows = BOOK.syllabus
    sections = {script.name: script.sections for script in BOOK.scripts.values()}
    with (ROOT / "tests/items.csv").open(encoding="utf-8", newline="") as file:
        assert {row["id"] for row in rows} == {row["id"] for row in csv.DictReader(file)}
    assert len(rows) == len({(row["id"], row["page#anchor"]) for row in rows})
    for row in rows:
        name, _, anchor = row["page#anchor"].partition("#")
        text = page(built, name).read_text(encoding="utf-8")
        assert anchor and f'id="{anchor}"' in text, row
        if said := re.search(rf'<h\d id="{anchor}"[^>]*>(.*?)<a class="headerlink"', text, re.S):
            words = html.unescape(re.sub(r"<[^>]+>", "", said[1]))
            assert tables.heading(BOOK, row["page#anchor"]) == words, row
        if row["section"]:
            script, _, section = row["section"].partition(":")
            assert section in sections[script], row
        assert bool(row["guide says"]) == bool(row["handbook shows"]), row


@pytest.mark.parametrize("name", [name for name, page in BOOK.pages.items() if page.scripts])
def test_page_names_the_devices_of_its_records(built, name):
    """A device has a tick only where a run of this very code is recorded, and every device is named."""
    text = page(built, name).read_text(encoding="utf-8")
    for device, label in DEVICES.items():
        stamps = [stamp for script in BOOK.pages[name].scripts if (stamp := script.stamp(device))]
        assert label in text
        assert f"{label} ✓" not in text or any(stamp["current"] for stamp in stamps)
        assert f"{label}: not run yet" not in text or not stamps


@pytest.mark.parametrize("name", NAMES)
def test_twin(built, name):
    """Each page as Markdown holds the code and the outputs that the page shows, and llms.txt lists it."""
    text = (built / f"{name}.md").read_text(encoding="utf-8")
    assert "8<--" not in text and "```figure" not in text and "```flow" not in text
    assert "This page as Markdown" in page(built, name).read_text(encoding="utf-8")
    assert f"]({name}.md): " in (built / "llms.txt").read_text(encoding="utf-8")
    pictures = re.findall(r"^ *!\[.{20,}\]\((.+\.webp)\)$", text, re.M)
    assert len(pictures) == len(BOOK.pages[name].pictures)
    assert all((built / f"{name}.md").parent.joinpath(picture).is_file() for picture in pictures)
    lines = {line.strip() for line in text.splitlines()}
    for script in BOOK.pages[name].scripts:
        shown = {script.source.splitlines()[n - 1].strip() for span in script.sections.values() for n in span}
        assert shown - {""} <= lines
        if not script.only or script.only == "cpu":
            assert {line.strip() for text in script.records.values() for line in text.splitlines()} - {""} <= lines


EXERCISED = [name for name in NAMES if BOOK.pages[name].exercises]
IN_EACH_RUN = {"foundations/tensors", "projects/mini-framework"}  # the second needs a module of its page


def slow_but_for_two(name):
    return name if name in IN_EACH_RUN else pytest.param(name, marks=pytest.mark.slow)


@pytest.mark.parametrize("name", [*map(slow_but_for_two, EXERCISED)])
def test_exercises_run_from_their_zip(built, name, tmp_path):
    """Unpacked anywhere, each checker refuses what it finds, and accepts the solution, which is not among it."""
    with zipfile.ZipFile(built / zip_of_exercises(BOOK.pages[name])) as archive:
        assert not re.search(r"solution\.py|wrong\.toml", "".join(archive.namelist()))
        archive.extractall(tmp_path)
    for exercise in BOOK.pages[name].exercises:
        folder = Path("examples/exercises") / exercise
        command = [sys.executable, str(folder / "check.py")]
        assert subprocess.run(command, cwd=tmp_path, timeout=100).returncode == 1
        shutil.copy(ROOT / "examples/solutions" / exercise / "solution.py", tmp_path / folder / "exercise.py")
        checked = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=100)
        assert checked.stdout.startswith("Right. ") and not checked.stderr


@pytest.mark.parametrize("name", EXERCISED)
def test_exercises_name_their_packages(built, name):
    """README.txt has what checkers, what they import, and solutions import; torch without numpy warns."""
    with zipfile.ZipFile(built / zip_of_exercises(BOOK.pages[name])) as archive:
        told = archive.read("README.txt").decode()
        code = [archive.read(file).decode() for file in archive.namelist() if file.endswith(".py")]
        own = {Path(file).stem for file in archive.namelist()} | sys.stdlib_module_names
    code += [
        (ROOT / f"examples/solutions/{exercise}/solution.py").read_text() for exercise in BOOK.pages[name].exercises
    ]
    modules = {"numpy", *re.findall(r"^ *(?:import|from) (\w+)", "\n".join(code), re.M)} - own
    assert {package_of(module) for module in modules} <= {
        *re.findall(r"[\w-]+", told.split("pip install ")[1].splitlines()[0])
    }


def test_all_exercises_in_one_zip(built):
    with zipfile.ZipFile(built / "exercises.zip") as archive:
        found = {*archive.namelist()}
    for name in EXERCISED:
        with zipfile.ZipFile(built / zip_of_exercises(BOOK.pages[name])) as archive:
            assert {*archive.namelist()} <= found


@pytest.mark.slow
def test_notebook_runs(built, tmp_path):
    """The project's zip holds all that the notebook needs; run there, it prints what the page shows."""
    with zipfile.ZipFile(io.BytesIO((built / "projects/mnist.zip").read_bytes())) as archive:
        archive.extractall(tmp_path)
    folder = tmp_path / "examples/projects/mnist"
    run_notebook(folder / "mnist-notebook.ipynb", folder)


@pytest.mark.slow
@pytest.mark.parametrize("name", NOTEBOOKS)
def test_notebook_of_page_runs(built, name, tmp_path):
    """In an empty folder, with each exercise solved, it prints what the page shows, and every check is content."""
    run_notebook(built / f"{name}.ipynb", tmp_path)


@pytest.mark.parametrize("name", [*NOTEBOOKS, "projects/mnist-notebook"])
def test_notebook(built, name):
    """The notebook holds every section in order with its output, every exercise, heading and table of the page."""
    path = built / f"{name}.ipynb"
    path = path if path.exists() else ROOT / f".cache/notebooks/{name}.ipynb"
    nbformat.validate(read := nbformat.read(path, as_version=4))
    shown = BOOK.pages[name.removesuffix("-notebook")]
    cells = read.cells
    code = [cell for cell in cells if cell.cell_type == "code"]
    sections = [(script, section) for script in shown.scripts for section in script.sections]
    typed, place = squeezed(" ".join(cell.source for cell in cells)), 0
    for script, section in sections:
        place = typed.find(squeezed(script.code(section)), place)
        assert place >= 0, f"{path.name} lacks {section} of {script}, or has it too early"
    recorded = [script.records.get(section, "") for script, section in sections]
    if path.name.endswith("-notebook.ipynb"):
        recorded = [text for text, (script, _) in zip(recorded, sections) if not is_process(script)]
    else:
        starters = [cell.source for cell in code if "exercise" in cell.metadata.get("tags", [])]
        assert [source.split()[1] for source in starters] == [
            f"examples/exercises/{exercise}/exercise.py" for exercise in shown.exercises
        ]
    assert "".join(map(stdout, code)) == "".join(recorded)
    drawn = [output for cell in code for output in cell.outputs if output.output_type == "display_data"]
    for data in (output.data for output in drawn):  # outside of any page
        picture = data.get("image/svg+xml") or data["text/html"]
        assert picture.startswith(('<svg xmlns="http://www.w3.org/2000/svg"', '<img src="data:image/webp;base64,'))
        assert re.search(r'(?:aria-label|alt)="[^"]{20}', picture) and "var(" not in picture
    words = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    headings = re.findall(r"^#+ (.+?)(?: \{.*\})?$", prose_of(shown.name), re.M)
    assert re.search(".*".join(rf"^#+ {re.escape(heading)}" for heading in headings), words, re.M | re.S)
    for line in re.findall(r"^ *<!-- (?:table|verdict): .* -->$", shown.text, re.M):
        assert tables.fill(BOOK, line.strip()).partition("[")[0] in words, f"{path.name} lacks {line.strip()}"


def prose_of(name: str) -> str:
    """The lines of a page outside of its fences."""
    return "\n".join(line for _, line in BOOK.pages[name].prose)


def test_content_security_policy(built):
    """No page may run or fetch what is not of this site; that it works under the policy the browser tests show."""
    for path in built.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        policy = re.search(r'<meta http-equiv="Content-Security-Policy" content="([^"]+)">', text)
        assert policy and "default-src 'self'; script-src 'self'" in policy[1], path
        assert ("'sha256-" in policy[1]) == ("<script" in text), path  # slides have none
        assert text.index(policy[0]) < f"{text}<script".index("<script"), path
        assert ("wasm-unsafe-eval" in policy[1]) == ("data-runtime=" in text), path


def run_notebook(path: Path, folder: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    for cell in cells:
        if "exercise" in cell.metadata.get("tags", []):
            magic, file = cell.source.partition("\n")[0].split()
            solution = ROOT / file.replace("exercises", "solutions", 1).replace("exercise.py", "solution.py")
            cell.source = f"{magic} {file}\n{solution.read_text(encoding='utf-8')}"
    recorded = [stdout(cell) for cell in cells]
    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(folder)}}).execute()
    for cell, want in zip(cells, recorded):
        tags, printed = cell.metadata.get("tags", []), stdout(cell)
        if "check" in tags:
            assert printed.startswith("Right. "), f"{cell.source}: {printed}"
        elif "raises-exception" in tags:
            error = next(output for output in cell.outputs if output.output_type == "error")
            told = re.sub(r"\x1b\[[\d;]*m", "", f"{error.ename}: {error.evalue}")  # without the colours of a terminal
            assert told.split("\n")[0].rstrip() in want
        elif "processes" in tags:
            missing = [line for line in want.splitlines() if line not in printed]  # two of them can share a line
            assert not missing, f"recorded:\n{want}\nprinted:\n{printed}"
        elif not {"machine", "exercise", "set-up"} & {*tags}:
            printed = re.sub(r"^W\d{4} .*\n", "", printed, flags=re.M)  # what torch logs of this machine
            assert Tolerance(rtol=1e-2).same(want, printed), f"recorded:\n{want}\nprinted:\n{printed}"


def stdout(cell) -> str:
    return "".join(output.text for output in cell.outputs if output.get("name") == "stdout").replace("\r\n", "\n")


def test_descriptions(built):
    """What a search engine shows of a page is about this page."""
    said = {}
    for name in NAMES:
        text = page(built, name).read_text(encoding="utf-8")
        told = re.findall(r'<meta (?:name="|property="og:)description" content="([^"]+)">', text)
        assert len(told) == 2 and told[0] == told[1] and 60 < len(told[0]) < 260, f"{name}: {told}"
        assert said.setdefault(told[0], name) == name
        assert re.search(r"<title>[^<]*PyTorch[^<]*</title>", text), name


def test_counts_of_the_home_page(built):
    """They are what the folders hold; that a page shows all of its code, other tests prove."""
    listed = re.search(r'<div class="counts">(.*?)</div>', page(built, "index").read_text(encoding="utf-8"), re.S)
    numbers = [int(number.replace(",", "")) for number in re.findall(r"<strong>([\d,]+)</strong>", listed[1])]
    ran = {name for path in ROOT.glob("snippets/verified/*.json") for name in json.loads(path.read_text())}
    blocks = sum((ROOT / f"examples/{name}.py").read_text(encoding="utf-8").count("[start:") for name in ran)
    folders = ("docs/**/*.md", "examples/exercises/*/**/exercise.py", "examples/errors/*/*/error.py")
    pages, exercises, errors = (len([*ROOT.glob(files)]) for files in folders)
    assert numbers == [pages, blocks, exercises, errors]


def test_abbreviations_are_explained_once(built):
    """In the text of a page, at the first of them, and not inside of what can be clicked."""
    found = 0
    for name in NAMES:
        text = page(built, name).read_text(encoding="utf-8")
        words = re.findall(r'<abbr tabindex="0" title="[^"]+">([^<]+)</abbr>', text)
        assert len(words) == len({*words}) == text.count("<abbr"), f"{name}: {words}"
        for inside in re.findall(r"<(?:h[1-6]|a|summary|label)\b[^>]*>(.*?)</(?:h[1-6]|a|summary|label)>", text, re.S):
            assert "<abbr" not in inside, f"{name}: {inside}"
        found += len(words)
    assert found > 30


def test_pictures(built):
    """The card and the icon are PNG files of the size that the pages and the systems expect, and light."""
    sizes = {"card": (1200, 630), "icon": (180, 180)}
    for name, size in sizes.items():
        data = (built / f"assets/{name}.png").read_bytes()
        assert data[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">II", data[16:24]) == size and len(data) < 100_000


def test_same_torch_minor_is_stamped():
    """The records on the CPU are of the torch that pyproject.toml names."""
    if not harness.SAME_TORCH:
        pytest.skip(f"this run is on torch {harness.torch.__version__}")
    pinned = BOOK.torch
    for script in BOOK.scripts.values():
        if "cpu" in script.devices:
            stamped = script.stamp("cpu")["torch"]
            assert stamped.startswith(f"{pinned}."), (
                f"{script}: recorded on torch {stamped}; make record notes {pinned}"
            )
