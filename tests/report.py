"""What a run did not run and why, and how the examples differ on another torch, grouped by cause."""

from __future__ import annotations

import datetime
import json
import re
from collections import Counter, defaultdict
from pathlib import Path

import torch
from harness import BOOK, ROOT

from handbook import DEVICES

CAUSES = {
    "type of error": "Another error, or none",
    "text of error": "Other words of an error",
    "warning": "A warning that came or stayed out",
    "failure": "What worked raises or hangs",
    "numbers": "Other numbers",
    "words": "Other words or lines",
    "figure": "Another figure",
}


def not_run(config, stats: dict) -> list[str]:
    """A line for each reason for which something was left out."""
    lines = []
    if any("test_example[" in report.nodeid for kind in ("passed", "failed") for report in stats.get(kind, [])):
        for device, name in DEVICES.items():
            if device not in config.devices:
                scripts = sum(device in script.devices for script in BOOK.scripts.values())
                lines.append(f"{scripts} scripts on {name}: no such device here, or --device left it out")
    reasons = Counter(report.longrepr[2].removeprefix("Skipped: ") for report in stats.get("skipped", []))
    lines += [f"{count} tests: {reason}" for reason, count in sorted(reasons.items())]
    if config.deselected:
        chosen = {"-m": config.option.markexpr, "-k": config.option.keyword}
        why = " ".join(f"{option} {value!r}" for option, value in chosen.items() if value)
        lines.append(f"{config.deselected} tests: left out by {why}")
    return lines


def summary(differences: list[tuple[str, str, str]], scripts: int) -> dict:
    """Which scripts differ on this torch, and why."""
    causes: dict[str, set[str]] = defaultdict(set)
    for name, kind, _ in differences:
        causes[name].add(kind)
    differ = {name: sorted(kinds) for name, kinds in sorted(causes.items())}
    today = datetime.date.today().isoformat()
    return {"torch": torch.__version__, "date": today, "scripts": scripts, "differ": differ}


def markdown(differences: list[tuple[str, str, str]], scripts: int) -> str:
    """Each difference under its cause, with script, page and place."""
    differ = len({name for name, *_ in differences})
    lines = [f"# The examples on torch {torch.__version__}", "", f"{scripts - differ} of {scripts} scripts agree."]
    for kind, title in CAUSES.items():
        of_kind = sorted({(name, told) for name, other, told in differences if other == kind})
        if of_kind:
            lines += ["", f"## {title} ({len({name for name, _ in of_kind})})"]
        for name, told in of_kind:
            lines += ["", f"### {name}", "", f"{BOOK.script(name).page}", "", "```text", told, "```"]
    return "\n".join(lines) + "\n"


def write(path: Path, differences: list[tuple[str, str, str]], scripts: int) -> None:
    """The report for a reader; and for reference/versions, of a release by its minor version, of a build as "next"."""
    path.write_text(markdown(differences, scripts), encoding="utf-8", newline="\n")
    version = torch.__version__.partition("+")[0]
    name = ".".join(version.split(".")[:2]) if re.fullmatch(r"[\d.]+", version) else "next"
    table = ROOT / f"snippets/versions/{name}.json"
    table.parent.mkdir(parents=True, exist_ok=True)
    table.write_text(json.dumps(summary(differences, scripts), indent=1) + "\n", encoding="utf-8", newline="\n")
