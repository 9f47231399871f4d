"""Write what a run printed and drew to snippets/, and note the run; only `make record` comes here."""

from __future__ import annotations

import contextlib
import datetime
import json
import re
import shutil
from collections.abc import Iterator
from dataclasses import replace

import processors
import torch
from comparison import Difference, Tolerance, same_figure, same_section
from filelock import FileLock
from harness import Job, Outcome, differences, run

from handbook import Broken, Script
from handbook.scripts import drawn_in, marked, recorded


def run_as(job: Job, processor: str) -> tuple[Job, Outcome]:
    """Run it as another processor would, in a fresh process if this one has computed before."""
    other = replace(job, folder=job.folder / processor, environment=processors.environment(processor))
    other.folder.mkdir()
    outcome = run(other)
    if outcome.failure and outcome.failure.kind == "processor":
        outcome = run(other, fork=False)
    return other, outcome


def elsewhere(job: Job, records: dict[str, str]) -> list[Difference]:
    """What the script prints or draws otherwise on another processor, or with another number of threads."""
    found = []
    for name in processors.possible():
        for one in differences(*run_as(job, name), records, figures=job.folder):
            found.append(replace(one, place=f"with PROCESSOR={name}: {one.place}"))
    return found


def layout(text: str) -> str:
    """The text without its digits: a print with more of them, or with other spaces, is another one."""
    return re.sub(r"\d", "0", text)


def proposed(script: Script, printed: dict[str, str]) -> dict[str, str]:
    """The records as they should be: all of changed code are new, else what differs beyond tolerance or in layout."""
    tolerance, stamp = Tolerance.of(script), script.stamp(script.only or "cpu")
    changed = bool(stamp) and not stamp["current"]
    up_to_date = bool(stamp) and stamp["current"] and stamp["torch"] == torch.__version__

    def keep(name: str, old: str, text: str) -> bool:
        if name.startswith("machine"):
            return up_to_date and old.count("\n") == text.count("\n") and same_section(name, old, text, tolerance)
        return not changed and layout(old) == layout(text) and same_section(name, old, text, tolerance)

    old, new = script.records, {name: text.rstrip("\n") + "\n" for name, text in printed.items()}
    return {name: old[name] if name in old and keep(name, old[name], new[name]) else new[name] for name in new}


def record(job: Job, outcome: Outcome) -> list[Difference]:
    """Write outputs and figures, unless the run failed or comes out otherwise on another processor, and compare."""
    script = job.script
    if outcome.failure:
        return [outcome.failure]
    if unfiled := outcome.printed.keys() - script.sections.keys():
        raise Broken(f"{script}:{unfiled.pop()}: printed outside of every section")
    records = proposed(script, outcome.printed)
    if job.device == "cpu" and (found := elsewhere(job, records)):
        return found
    write_records(script, records)
    write_figures(job)
    return differences(replace(job, script=Script(script.root, script.name)), outcome)


@contextlib.contextmanager
def alone(script: Script) -> Iterator[None]:
    """No other process writes meanwhile: what is recorded of several scripts lies in one file."""
    lock = script.root / ".cache/record.lock"
    lock.parent.mkdir(exist_ok=True)
    with FileLock(lock):
        yield


def write_records(script: Script, records: dict[str, str]) -> None:
    """Replace what the file of the page has of this script."""
    with alone(script):
        others = [one for one in recorded(script.output) if one[0] != script.mark]
        both = [*others, *((script.mark, section, text) for section, text in records.items())]
        if both:
            script.output.parent.mkdir(parents=True, exist_ok=True)
            text = marked(sorted(both, key=lambda one: one[0]))
            script.output.write_text(text, encoding="utf-8", newline="\n")
        else:
            script.output.unlink(missing_ok=True)


def write_figures(job: Job) -> None:
    """Copy what is drawn otherwise than before, remove what is drawn no more."""
    folder = job.script.figures
    folder.mkdir(parents=True, exist_ok=True)
    for kept in drawn_in(folder):
        if not (job.folder / kept.name).exists():
            kept.unlink()
    for drawn in drawn_in(job.folder):
        kept = folder / drawn.name
        if not kept.exists() or same_figure(kept, drawn):
            shutil.copy(drawn, kept)
    with contextlib.suppress(OSError):
        folder.rmdir()


def note(job: Job, outcome: Outcome, good: bool) -> None:
    """Note a good run in snippets/verified/, and forget a bad one; an entry that says the same already stays."""
    script = Script(job.script.root, job.script.name)  # with the records as they are now
    path = script.verified(job.device)
    stamp = {"digest": script.digest, "torch": torch.__version__}
    if job.device == "cpu":
        stamp["processors"] = ", ".join(processors.possible())
    elif not outcome.allocated:
        stamp["allocated"] = False
    path.parent.mkdir(parents=True, exist_ok=True)
    with alone(script):
        table = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        old = table.pop(script.name, {})
        if good:
            same = stamp.items() <= old.items() and old.get("allocated", True) == stamp.get("allocated", True)
            today = {"machine": outcome.machine, "date": datetime.date.today().isoformat()}
            table[script.name] = old if same else stamp | today
        lines = [f'"{name}": {json.dumps(entry)}' for name, entry in sorted(table.items())]
        whole = path.with_suffix(".new")  # other processes read the table while this one writes it
        whole.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8", newline="\n")
        whole.replace(path)
