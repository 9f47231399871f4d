"""Measured numbers are of the code beside them, and that code still runs."""

from __future__ import annotations

import json
import math
import sys
import warnings
from collections.abc import Callable

import harness
import measure
import pytest
from child import Child
from harness import ROOT


def table_of(name: str) -> str:
    """The line with which a page shows the record's table."""
    return f"<!-- table: {name} -->"


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
    again = f"make measure NAMES={name} measures again"
    changed = f"what it runs, reads or loads changed since {path.name} was measured: {again}"
    assert record["digest"] == measure.digest(name, module), changed
    assert record["seal"] == measure.seal(record), f"{path.name} was edited: {again}"
    assert record["table"] == measure.table(module, record), f"{path.name} has another table than its rows: {again}"


def quick(send: Callable[[dict[str, list[float]]], None], name: str) -> None:
    warnings.filterwarnings("ignore", harness.OF_PYTHON)
    there = str(harness.ROOT / "examples")
    sys.path[:] = [folder for folder in sys.path if not folder.startswith(there)]  # of what was loaded before
    for module in [module for module in sys.modules.values() if (vars(module).get("__file__") or "").startswith(there)]:
        del sys.modules[module.__name__]
    send(measure.load(name).measure(quick=True))


@pytest.mark.parametrize("name", measure.NAMES)
def test_runs(name):
    """The quick form has the rows of the record, filled with numbers."""
    device, record = measure.device_of(measure.load(name)), measure.record_of(name)
    if not harness.available(device):
        pytest.skip(f"this machine has no {device} device")
    with Child(quick, name) as child:  # what runs backward here spoils the examples that are forked
        rows = child.receive(limit=120)
    if device == "cpu" or record.is_file():
        assert list(rows) == list(json.loads(record.read_text(encoding="utf-8"))["rows"])
    for label, values in rows.items():
        assert values, label
        assert all(math.isfinite(value) for value in values if isinstance(value, float)), label


def test_decimals_stand_below_each_other():
    rows = {"a: time (s)": [0.5, 1.25, 3.0], "b: time (s)": [12.0], "a, all (ms)": [2500.0, 0.05]}
    assert measure.plain_table(rows)[2:] == [
        "| a: time (s) | 1.25 | 0.50 | 3.00 |",
        "| b: time (s) | 12.00 | 12.00 | 12.00 |",
        "| a, all (ms) | 1,250 | 0.1 | 2,500 |",
    ]


def test_every_record_has_its_script_and_its_page():
    shown = pages()
    for path in (ROOT / "snippets/measurements").iterdir():
        assert path.stem in measure.NAMES, f"{path}: the record of nothing"
        assert table_of(path.stem) in shown, f"{path}: on no page"
