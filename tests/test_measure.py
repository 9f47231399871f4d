"""Measured numbers are of the code beside them, and that code still runs."""

from __future__ import annotations

import csv
import json
import math
import multiprocessing
import re
import warnings
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import harness
import measure
import pytest
from harness import ROOT


def table_of(name: str) -> str:
    """The line with which a page shows the record's table."""
    return f'--8<-- "snippets/measurements/{name}.md"'


def pages() -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "docs").glob("**/*.md"))


@pytest.mark.parametrize("name", measure.NAMES)
def test_record_is_of_this_code(name):
    """A record of older code, or a table that is not its record's, is stale: make measure makes both again."""
    path, module = measure.record_of(name), measure.load(name)
    if not path.is_file() and (device := measure.device_of(module)) != "cpu":
        assert table_of(name) not in pages(), f"a page shows what was never measured: make measure NAMES={name}"
        pytest.skip(f"not measured on {device} yet, and on no page")
    assert path.is_file(), f"examples/measure/{name}.py was never measured: make measure NAMES={name}"
    record = json.loads(path.read_text(encoding="utf-8"))
    assert record["digest"] == measure.digest(name, module), f"the code changed since {path.name} was measured"
    assert path.with_suffix(".md").read_text(encoding="utf-8") == measure.table(module, record)


def quick(name: str) -> dict[str, list[float]]:
    warnings.filterwarnings("ignore", harness.OF_PYTHON)
    return measure.load(name).measure(quick=True)


def in_child(name: str) -> dict[str, list[float]]:
    """A backward pass in this process would keep the examples, which are forked from it, from running theirs."""
    context = multiprocessing.get_context("fork" if harness.CAN_FORK else "spawn")
    with ProcessPoolExecutor(max_workers=1, mp_context=context) as pool:
        return pool.submit(quick, name).result()


@pytest.mark.parametrize("name", measure.NAMES)
def test_runs(name):
    """The quick form has the rows of the record, filled with numbers."""
    device, record = measure.device_of(measure.load(name)), measure.record_of(name)
    if not harness.available(device):
        pytest.skip(f"this machine has no {device} device")
    rows = in_child(name)
    if device == "cpu" or record.is_file():
        assert list(rows) == list(json.loads(record.read_text(encoding="utf-8"))["rows"])
    for label, values in rows.items():
        assert values, label
        assert all(math.isfinite(value) for value in values if isinstance(value, float)), label


def test_every_record_has_its_script_and_its_page():
    shown = pages()
    for path in (ROOT / "snippets/measurements").glob("**/*.*"):
        assert path.stem in measure.NAMES, f"{path}: the record of nothing"
        assert table_of(path.stem) in shown, f"{path}: on no page"


FIGURE = re.compile(
    r"(?<![\w.,])\d[\d.,]*(?:\s?%|\s?×(?!\s?\d)|\s?(?:dB|[mµn]s|seconds?|minutes?|hours?|[kKMGT]i?B|points|times)\b"
    r"|\ss\b|-fold\b)"
    r"|\b(?!many)\w+ times (?:faster|slower|as (?:fast|slow|much memory))"
)


def figures(page: Path) -> Iterator[str]:
    """Numbers of time, memory, share or ratio in the prose of a page, which is no quote, code, formula or record."""
    text = re.sub(r"\A---\n.*?\n---\n", "", page.read_text(encoding="utf-8"), flags=re.S)
    text = re.sub(r"^( *)(```|~~~).*?^\1\2", "", text, flags=re.S | re.M)
    text = re.sub(r"([`$\"])(?:(?!\n\n)[^`$\"]|(?!\1|\n\n).)*\1|\]\([^)]*\)|^--8<--.*$", "", text, flags=re.M)
    yield from (" ".join(match[0].split()) for match in FIGURE.finditer(text))


def test_no_figure_without_a_record():
    """What stands in prose is no result, and tests/figures.csv says what it is instead; results stand in records."""
    with (ROOT / "tests/figures.csv").open(encoding="utf-8", newline="") as file:
        known = {(row["page"], row["figure"]): row["why"] for row in csv.DictReader(file)}
    assert all(known.values())
    found = {
        (page.relative_to(ROOT / "docs").with_suffix("").as_posix(), figure)
        for page in (ROOT / "docs").glob("**/*.md")
        for figure in figures(page)
    }
    assert found == known.keys(), f"typed: {sorted(found - known.keys())}; gone: {sorted(known.keys() - found)}"


def test_figures_are_found(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(
        "---\nminutes: 5\n---\nIt takes 3.5 ms, 40 % less, is twelve times faster and needs 2 GB.\n"
        'They say "20 % faster". `timeout=5 s`, $3 s$, 3 × 3 kernels.\n\n```text\n9 ms\n```\n',
        encoding="utf-8",
    )
    assert list(figures(page)) == ["3.5 ms", "40 %", "twelve times faster", "2 GB"]
