"""Tables that pages ask for with `<!-- table: NAME -->`, made from the records when the site is built."""

from __future__ import annotations

import csv
import json
import re
from collections import defaultdict
from pathlib import Path

from pages import front_matter
from scripts import DEVICES, Broken, Script, first, pinned_torch


def pages_in_order(root: Path) -> list[str]:
    return re.findall(r"^ +- (?:\w+: )?([\w/-]+)\.md$", (root / "mkdocs.yml").read_text(encoding="utf-8"), re.M)


def verified(root: Path) -> str:
    """Each part of the handbook: how many scripts it has, and how many of those that use a device ran there."""
    rows: dict[str, list[Script]] = defaultdict(list)
    for script in Script.all(root):
        rows[script.page.split("/")[1].removesuffix(".md")].append(script)
    lines = [f"| part | scripts | {' | '.join(DEVICES.values())} |", "|---|--:|---|---|---|"]
    order = [page.partition("/")[0] for page in pages_in_order(root)]
    for part, scripts in sorted(rows.items(), key=lambda row: order.index(row[0])):
        cells = [cell(scripts, device) for device in DEVICES]
        lines.append(f"| {part.replace('index', 'home').capitalize()} | {len(scripts)} | {' | '.join(cells)} |")
    return "\n".join(lines)


Stamps = list[dict | None]


def runs_on(scripts: list[Script], device: str) -> tuple[Stamps, Stamps, list[dict]]:
    """The last run of each script that is for the device; of those that use it or may do so; of these, as they are now.

    A script that ran there as it is now and put nothing on the device does not use it.
    """
    stamps = [script.stamp(device) for script in scripts if device in script.devices]
    using = [stamp for stamp in stamps if not (stamp and stamp["current"] and stamp.get("allocated") is False)]
    return stamps, using, [stamp for stamp in using if stamp and stamp["current"]]


def cell(scripts: list[Script], device: str) -> str:
    stamps, using, ran = runs_on(scripts, device)
    if not any(stamps):
        return "not run yet"
    if not using:
        return "no device in them"
    dates = sorted({stamp["date"] for stamp in ran})
    versions = sorted({stamp["torch"].partition("+")[0] for stamp in ran})
    span = " to ".join(dict.fromkeys([*dates[:1], *dates[-1:]]))
    return ", ".join(
        [f"{len(ran)} of {len(using)}", *(f"torch {version}" for version in versions), *[span][: len(ran)]]
    )


def verified_on(scripts: list[Script], device: str) -> str:
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
    older = "" if version.startswith(pinned_torch(scripts[0].root) + ".") else " (older torch)"
    name = f"{oldest['machine']}, " if device != "cpu" else ""
    how_many = "✓" if len(ran) == len(using) else f"{len(ran)} of {len(using)} scripts,"
    return f"{label} {how_many} {name}torch {version}{older}, {oldest['date']}"


def verified_line(scripts: list[Script]) -> str:
    """Which devices the page's scripts ran on."""
    return " · ".join(verified_on(scripts, device) for device in DEVICES)


def versions(root: Path) -> str:
    """The handbook's examples on other versions of torch: how many agree, and which differ in what."""
    runs = [json.loads(path.read_text(encoding="utf-8")) for path in (root / "snippets/versions").glob("*.json")]
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
            page = Script(root, name).page.removeprefix("docs/")
            title = first(r"^# ([^\n]+)$", root / "docs" / page)
            lines.append(f"| `{name}` | [{title}](../{page}) | {', '.join(kinds)} |")
    return "\n".join(lines)


def rows_of_syllabus(root: Path) -> list[dict[str, str]]:
    with (root / "tests/syllabus.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def heading(root: Path, place: str) -> str:
    """The title of the page, and the words of the heading if it can be told from the anchor."""
    page, _, anchor = place.partition("#")
    text = (root / f"docs/{page}.md").read_text(encoding="utf-8")
    for title in re.findall(r"^#+ (.+?)(?: \{.*\})?$", text, re.M):
        words = re.sub(r"[`*]", "", title)
        if re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", words.lower())).strip("-") == anchor:
            return words
    return anchor.replace("-", " ").capitalize()


def syllabus(root: Path) -> str:
    """Where each item of the source guides is taught, in the order of the handbook."""
    places: dict[str, list[str]] = defaultdict(list)
    for row in rows_of_syllabus(root):
        places[row["page#anchor"]].append(row["id"])
    lines: list[str] = []
    for page in pages_in_order(root):
        of_page = [place for place in places if place.partition("#")[0] == page]
        if of_page:
            lines += ["", f"### {first(r'^# (.+?)$', root / f'docs/{page}.md')}", ""]
            lines += ["| taught under | items |", "|---|---|"]
            for place in of_page:
                lines.append(f"| [{heading(root, place)}](../{_link(place)}) | {', '.join(places[place])} |")
    return "\n".join(lines)


def _link(place: str) -> str:
    page, mark, anchor = place.partition("#")
    return f"{page}.md{mark}{anchor}"


def differences(root: Path) -> str:
    """What a guide says and the handbook contradicts, with the proof."""
    lines = ["| item | the guide says | the handbook shows |", "|---|---|---|"]
    for row in rows_of_syllabus(root):
        if row["guide says"]:
            proof = f"[{row['handbook shows']}](../{_link(row['page#anchor'])})"
            lines.append(f"| {row['id']} | {row['guide says']} | {proof} |")
    return "\n".join(lines)


def exercise_titles(name: str, text: str) -> dict[str, str]:
    """Each exercise on a page, as data/images/flip-boxes, with the bold words that stand before it."""
    titles = {}
    for match in re.finditer(r'^--8<-- "examples/exercises/([\w/-]+)/exercise\.py"$', text, re.M):
        above = re.split(r"^(?: *--8<-- |#+ )", text[: match.start()], flags=re.M)[-1]
        found = re.findall(r"^\*\*(.+?)\.?\*\*", above, re.M)
        if not found:
            line = text.count("\n", 0, match.start()) + 1
            raise Broken(f"{name}:{line}: {match[1]} has no title: bold words at the beginning of a line above it")
        titles[match[1]] = found[-1]
    return titles


def exercises(root: Path) -> str:
    """Every exercise in the order of the handbook, with a box to tick that handbook.js shows and remembers."""
    lines = ["| page | exercises |", "|---|---|"]
    for page in pages_in_order(root):
        path = root / f"docs/{page}.md"
        boxes = [
            f'<label><input type="checkbox" data-exercise="{exercise}" hidden> {title}</label>'
            for exercise, title in exercise_titles(f"docs/{page}.md", path.read_text(encoding="utf-8")).items()
        ]
        if boxes:
            name = f"[{first(r'^# (.+?)$', path)}](../{page}.md#exercises)"
            lines.append(f"| {name}, {front_matter(path)['level']} | {'<br>'.join(boxes)} |")
    return "\n".join(lines)


TABLES = {table.__name__: table for table in (verified, versions, syllabus, differences, exercises)}


def fill(root: Path, markdown: str) -> str:
    return re.sub(r"^<!-- table: (\w+) -->$", lambda match: TABLES[match[1]](root), markdown, flags=re.M)
