"""Tables that pages ask for with `<!-- table: NAME -->`: made from the records here, or a measurement's own."""

from __future__ import annotations

import html
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent, indent
from typing import TYPE_CHECKING

from .scripts import DEVICES, Script

if TYPE_CHECKING:
    from .book import Handbook
    from .pages import Page

ASKED = re.compile(r"^( *)<!-- (table|verdict): ([\w-]+) -->$", re.M)
SAID = re.compile(r"^( *)<!-- verdict: ([\w-]+) -->\n((?:\1\S.*(?:\n|\Z))+)", re.M)


def verified(book: Handbook) -> str:
    """What ran where: a sentence for each device with a run, and a bar for each part, as long as it has scripts."""
    everything = [*book.scripts.values()]
    seen = [device for device in DEVICES if any(runs_on(everything, device)[0])]
    lines = [" ".join([*(told(everything, device) for device in seen), not_run(seen)]).strip(), ""]
    lines += [f"| part | {' | '.join(DEVICES[device] for device in seen)} |", "|---" * (1 + len(seen)) + "|"]
    parts = {part: [s for name in names for s in book.pages[name].scripts] for part, names in book.parts.items()}
    longest = len(seen) * max(map(len, parts.values()))
    for part, scripts in ((part, scripts) for part, scripts in parts.items() if scripts):
        counted = [runs_on(scripts, device) for device in seen]
        cells = [bar(len(ran), len(using), longest) for _, using, ran in counted]
        lines.append(f"| {part} | {' | '.join(cells)} |")
    return "\n".join(lines)


Stamps = list[dict | None]


def runs_on(scripts: list[Script], device: str) -> tuple[Stamps, Stamps, list[dict]]:
    """The last run of each script that is for the device; of those that use it or may do so; of these, as they are now.

    A script that ran there as it is now and put nothing on the device does not use it.
    """
    stamps = [script.stamp(device) for script in scripts if device in script.devices]
    using = [stamp for stamp in stamps if not (stamp and stamp["current"] and stamp.get("allocated") is False)]
    return stamps, using, [stamp for stamp in using if stamp and stamp["current"]]


def told(scripts: list[Script], device: str) -> str:
    """How many of the scripts ran on a device, on which torch, and when."""
    _, using, ran = runs_on(scripts, device)
    versions = " and ".join(sorted({stamp["torch"].partition("+")[0] for stamp in ran}))
    days = sorted({stamp["date"] for stamp in ran})
    when = f"from {days[0]} to {days[-1]}" if len(days) > 1 else f"on {''.join(days)}"
    how = f", with torch {versions}, {when}" if ran else ""
    return f"{DEVICES[device]}: {len(ran)} of {len(using)} scripts ran{how}."


def not_run(seen: list[str]) -> str:
    names = [name for device, name in DEVICES.items() if device not in seen]
    return f"Not run yet: {', '.join(names)}." if names else ""


def bar(part: int, whole: int, longest: int) -> str:
    """A cell of a table: so many of so many, and a bar, whose length is a share of the longest."""
    return f'{part} of {whole} {{ .bar style="--length: {whole / longest:.3f}; --part: {part / max(whole, 1):.3f}" }}'


def verified_on(book: Handbook, scripts: list[Script], device: str) -> str:
    """What may be said of a device: ✓ only if every script that uses it ran there, and ran as it is now."""
    label, (stamps, using, ran) = DEVICES[device], runs_on(scripts, device)
    if not any(stamps):
        return f"{label}: not run yet"
    if not using:
        return f"{label}: no device in it"
    if not ran:
        return f"{label}: changed since {min(stamp['date'] for stamp in using if stamp)}"
    oldest = min(ran, key=lambda stamp: stamp["date"])
    version = oldest["torch"].partition("+")[0]
    older = "" if version.startswith(f"{book.torch}.") else " (older torch)"
    name = f"{oldest['machine']}, " if device != "cpu" else ""
    how_many = "✓" if len(ran) == len(using) else f"{len(ran)} of {len(using)} scripts,"
    return f"{label} {how_many} {name}torch {version}{older}, {oldest['date']}"


def verified_line(book: Handbook, scripts: list[Script]) -> str:
    """Which devices the page's scripts ran on."""
    return " · ".join(verified_on(book, scripts, device) for device in DEVICES)


MARKS = {"yes": "yes", "forward": "forward only", "other": "other numbers", "-": "raises"}
MARKED = re.compile(rf"(.+?)((?: +(?:{'|'.join(MARKS)}))+)")


def matrix(record: str) -> str:
    """A printed matrix as HTML: its first line are the heads; then groups, each a title and lines that end in marks."""
    first, *groups = record.strip().split("\n\n")
    device, *columns = first.split()
    heads = "".join(f'<th scope="col">{name}</th>' for name in [device, *columns])
    tables = {len(columns): f"<thead><tr>{heads}</tr></thead>"}  # by their number of marks in a line
    for title, *lines in map(str.splitlines, groups):
        rows = [(match[1], match[2].split()) for match in map(MARKED.fullmatch, lines) if match]
        width = len(rows[0][1])
        head = f'<tr><th scope="rowgroup" colspan="{width + 1}"><span>{title}</span></th></tr>'
        group = f"<tbody>{head}{''.join(marked(*row) for row in rows)}</tbody>"
        tables[width] = tables.get(width, "") + group
    box = f'<figure class="matrix" tabindex="0" role="group" aria-label="What works on {device}">'
    shown = "".join(f'<table class="marks">{table}</table>' for table in tables.values())
    return f"{box}{shown}</figure>"


def marked(name: str, marks: list[str]) -> str:
    """A row of a matrix: a mark that CSS draws, with its words for who does not see it."""
    cells = [f'<td class="{MARKS[mark].split()[0]}"><span>{MARKS[mark]}</span></td>' for mark in marks]
    return f'<tr><th scope="row">{html.escape(name)}</th>{"".join(cells)}</tr>'


def versions(book: Handbook) -> str:
    """The handbook's examples on other versions of torch: how many agree, and which differ in what."""
    runs = [json.loads(path.read_text(encoding="utf-8")) for path in (book.root / "snippets/versions").glob("*.json")]
    runs.sort(key=lambda run: [int(part) for part in re.findall(r"\d+", run["torch"])], reverse=True)
    lines = ["| torch | run on | scripts that agree | that differ |", "|---|---|--:|--:|"]
    for run in runs:
        name, differ = run["torch"].partition("+")[0], len(run["differ"])
        lines.append(f"| {name} | {run['date']} | {run['scripts'] - differ} of {run['scripts']} | {differ} |")
    for run in runs:
        if run["differ"]:
            lines += ["", f"### On {run['torch'].partition('+')[0]}", ""]
            lines += ["| script | page | what differs |", "|---|---|---|"]
        for name, kinds in run["differ"].items():
            page = book.pages[book.script(name).page.removeprefix("docs/").removesuffix(".md")]
            lines.append(f"| `{name}` | [{page.title}](../{page.name}.md) | {', '.join(kinds)} |")
    return "\n".join(lines)


def heading(book: Handbook, place: str) -> str:
    """The words of the heading with this anchor, its own or that of its words; or those of the anchor."""
    page, _, anchor = place.partition("#")
    for title, own in re.findall(r"^#+ (.+?)(?: \{ #([\w-]+) \})?$", book.pages[page].text, re.M):
        words = re.sub(r"[`*]", "", title)
        if (own or re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", words.lower())).strip("-")) == anchor:
            return words
    return anchor.replace("-", " ").capitalize()


def syllabus(book: Handbook) -> str:
    """Where each item of the source guides is taught, in the order of the handbook."""
    places: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for row in book.syllabus:
        places[row["page#anchor"].partition("#")[0]][row["page#anchor"]].append(row["id"])
    lines: list[str] = []
    for page in book.pages.values():
        if page.name in places:
            lines += ["", f"### {page.heading}", "", "| taught under | items |", "|---|---|"]
            for place, items in places[page.name].items():
                lines.append(f"| [{heading(book, place)}](../{_link(place)}) | {', '.join(items)} |")
    return "\n".join(lines)


def _link(place: str) -> str:
    page, mark, anchor = place.partition("#")
    return f"{page}.md{mark}{anchor}"


def differences(book: Handbook) -> str:
    """What a guide says and the handbook contradicts, with the proof."""
    lines = ["| item | the guide says | the handbook shows |", "|---|---|---|"]
    for row in book.syllabus:
        if row["guide says"]:
            proof = f"[{row['handbook shows']}](../{_link(row['page#anchor'])})"
            lines.append(f"| {row['id']} | {row['guide says']} | {proof} |")
    return "\n".join(lines)


def anchor(exercise: str) -> str:
    """Of the exercise data/images/flip-boxes, on its page."""
    return f"exercise-{exercise.rpartition('/')[2]}"


KEPT = (  # handbook.js shows it
    '<p class="kept" hidden><button>Save the ticks as a file</button> '
    '<label>Load ticks: <input type="file" accept=".json"></label> <output></output></p>'
)


def exercises(book: Handbook) -> str:
    """Every exercise in the order of the handbook, with a box to tick that handbook.js shows, counts and remembers."""
    lines = [progress("", "All parts"), "", KEPT]
    for part, names in book.parts.items():
        pages = [book.pages[name] for name in names if book.pages[name].exercises]
        if pages:
            lines += ["", f"## {part}", "", progress(pages[0].name.partition("/")[0] + "/", part), ""]
        for page in pages:
            lines.append(f"- [{page.title}](../{page.name}.md), {page.matter['level']}")
            for name, title in page.exercises.items():
                lines.append(f"    - {box(name, title)} [{title}](../{page.name}.md#{anchor(name)})")
    return "\n".join(lines)


def box(exercise: str, title: str) -> str:
    """To tick when an exercise is solved: handbook.js shows it, and remembers it in the browser."""
    return f'<input type="checkbox" data-exercise="{exercise}" aria-label="Solved: {html.escape(title)}" hidden>'


def progress(folder: str, label: str) -> str:
    """How many of the exercises of a folder are solved: handbook.js counts, and shows it."""
    told = "span" if folder else "output"  # a screen reader says what changes in an output
    bar = f'<progress data-exercises="{folder}" aria-label="{label}"></progress>'
    return f'<p class="progress" hidden>{bar} <{told}></{told}></p>'


def counts(book: Handbook) -> str:
    """How much there is, for the home page; blocks and errors only of scripts that ran, as they are now."""
    ran = [script for script in book.scripts.values() if any((script.stamp(d) or {}).get("current") for d in DEVICES)]
    numbers = {
        "pages": len(book.pages),
        "blocks of code, executed": sum(len(script.sections) for script in ran),
        "[exercises](reference/exercises.md) that check themselves": sum(len(p.exercises) for p in book.pages.values()),
        "[errors](reference/errors.md), raised and repaired": sum(
            script.name.startswith("errors/") and script.path.stem == "error" for script in ran
        ),
    }
    return "\n".join(f"- **{number:,}** {what}" for what, number in numbers.items())


ENTRY = re.compile(
    r"^## (?P<words>.+) \{ #(?P<slug>[\w-]+) \}\n(?:\nUsual cause: (?P<cause>.+)\.$)?(?P<text>(?:\n(?!## ).*)*)", re.M
)


def entries(book: Handbook) -> Iterator[tuple[Page, re.Match]]:
    """Every entry of the list of errors, which are the sections of the pages in docs/errors/."""
    for page in book.pages.values():
        if page.name.startswith("errors/"):
            yield from ((page, entry) for entry in ENTRY.finditer(page.text))


def errors(book: Handbook) -> str:
    """Every entry, at the address that it had on this page, with a box that handbook.js shows and filters by."""
    lines = [
        '<p class="filter" hidden><label>Filter <input type="search"></label> <output></output></p>',
        "",
        "| the message says | usual cause |",
        "|---|---|",
    ]
    for page, entry in entries(book):
        cause, slug = entry["cause"] or "", entry["slug"]
        link = f"[{entry['words']}](../{page.name}.md#{slug}){{ #{slug} }}"
        lines.append(f"| {link} | {cause[:1].upper()}{cause[1:]} |")
    return "\n".join(lines)


TABLES = {table.__name__: table for table in (verified, versions, syllabus, differences, exercises, counts, errors)}


def measured(root: Path, name: str) -> Path:
    return root / f"snippets/measurements/{name}.json"


def verdicts(book: Handbook, name: str) -> list[str]:
    """What stands right below a line `<!-- verdict: name -->`, on any page; alone, the line stands for that."""
    said = (match for page in book.pages.values() for match in SAID.finditer(page.text))
    return [dedent(match[3]).rstrip() for match in said if match[2] == name]


def missing(book: Handbook, line: str) -> str | None:
    """What is wrong with the table or the verdict that a line asks for."""
    if not (asked := ASKED.fullmatch(line)):
        return None
    if asked[2] == "verdict":
        number = len(verdicts(book, asked[3]))
        return f"{number} paragraphs are the verdict {asked[3]!r}" if number != 1 else None
    there = asked[3] in TABLES or measured(book.root, asked[3]).is_file()
    return None if there else f"there is no table {asked[3]!r}"


def fill(book: Handbook, markdown: str) -> str:
    def table(kind: str, name: str) -> str:
        if kind == "verdict":
            return verdicts(book, name)[0]
        if name in TABLES:
            return TABLES[name](book)
        return "\n".join(json.loads(measured(book.root, name).read_text(encoding="utf-8"))["table"])

    markdown = SAID.sub(r"\3", markdown)
    return ASKED.sub(lambda match: indent(table(match[2], match[3]), match[1]), markdown)
