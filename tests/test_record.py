"""What is recorded holds on other processors, and what is said of a device is what ran there; no GPU is needed."""

from __future__ import annotations

import json
import os
from pathlib import Path

import conftest
import harness
import processors
import pytest
import record
import report
import torch
from comparison import Difference, Tolerance
from harness import ROOT, Job, Outcome

from handbook import Handbook, Script, tables
from handbook.scripts import table_of_runs

SOURCE = '"""Add."""\n\n# --8<-- [start:sum]\nprint(1 + 1)\n# --8<-- [end:sum]\n'


def handbook(root: Path, *names: str, source: str = SOURCE) -> list[Script]:
    """A handbook at root with one page, which shows the scripts."""
    files = {f"examples/{name}.py": source for name in names} | {
        "docs/page.md": "# Page\n" + "".join(f'--8<-- "examples/{name}.py:sum"\n' for name in names),
        "mkdocs.yml": "nav: [page.md]\n",
        "pyproject.toml": (ROOT / "pyproject.toml").read_text(encoding="utf-8"),
    }
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    return [Script(root, name) for name in names]


def job(script: Script, folder: Path, device: str = "cpu") -> Job:
    folder.mkdir(exist_ok=True)
    return Job(script, device, folder)


@pytest.mark.parametrize(
    ("code", "name"),
    [("torch.backends.cpu.get_cpu_capability()", "sse41"), ("torch.get_num_threads()", "threads4")],
)
def test_what_another_processor_prints_otherwise_is_not_recorded(tmp_path, code, name):
    (script,) = handbook(tmp_path, "page", source=SOURCE.replace("1 + 1", code).replace("print", "import torch\nprint"))
    mine = job(script, tmp_path / "run")
    outcome = harness.run(mine)
    assert outcome.printed["sum"].strip()
    if name not in processors.possible() or os.environ.get("PROCESSOR") or os.environ["OMP_NUM_THREADS"] != "1":
        pytest.skip(f"{name} is no other processor than this run computes as, or not possible here")
    found = record.record(mine, outcome)
    assert any(f"with PROCESSOR={name}: {script}:4: section 'sum'" in str(one) for one in found)
    assert not script.output.exists()


@pytest.mark.parametrize("name", processors.possible())
def test_a_child_computes_as_the_processor_that_it_is_told(tmp_path, name):
    code = "import os, torch\nprint(torch.backends.cpu.get_cpu_capability(), torch.get_num_threads())"
    (script,) = handbook(tmp_path, "page", source=SOURCE.replace("print(1 + 1)", code))
    setting = processors.SETTINGS[name]
    torch.backends.cpu.get_cpu_capability()  # now a forked child cannot choose any more
    _, outcome = record.run_as(Job(script, "cpu", tmp_path), name)
    capability, threads = outcome.printed["sum"].split()
    assert capability == setting.get("ATEN_CPU_CAPABILITY", capability).upper()
    assert threads == setting.get("OMP_NUM_THREADS", os.environ["OMP_NUM_THREADS"])


@pytest.mark.parametrize(
    "code",
    [
        'import subprocess\nsubprocess.run(["echo", "hidden"])',
        'import os, warnings\nif not os.fork():\n    warnings.warn("hidden")\n    os._exit(0)\nos.wait()',
    ],
)
@pytest.mark.skipif(not harness.CAN_FORK, reason="no fork here")
def test_what_another_process_prints_is_a_fault(tmp_path, code):
    (script,) = handbook(tmp_path, "page", source=SOURCE.replace("print(1 + 1)", code))
    outcome = harness.run(job(script, tmp_path / "run"))
    assert outcome.failure and "hidden" in outcome.failure.words


@pytest.mark.parametrize(("host", "refused"), [("192.0.2.1", True), ("127.0.0.1", False)])
def test_example_that_asks_the_network_fails(tmp_path, host, refused):
    """Only the audit of a connection, no connection."""
    code = f'import sys\nsys.audit("socket.connect", None, ("{host}", 80))'
    (script,) = handbook(tmp_path, "page", source=SOURCE.replace("print(1 + 1)", code))
    outcome = harness.run(job(script, tmp_path / "run"))
    assert (f"asks the network: {host}" in str(outcome.failure)) == refused


def test_good_run_is_noted_and_a_bad_one_forgotten(tmp_path):
    """The GPU's name comes from the child: asking in this process would start CUDA, and break every later child."""
    one, two = handbook(tmp_path, "page/one", "page/two")
    for script in (one, two):
        record.note(job(script, tmp_path / "run", "cuda"), Outcome(allocated=True, machine="H200"), good=True)
    table = table_of_runs(one.verified("cuda"))
    assert table["page/one"]["machine"] == "H200" and table["page/one"]["torch"] == torch.__version__
    assert not torch.cuda.is_initialized()
    record.note(job(one, tmp_path / "run", "cuda"), Outcome(), good=False)
    assert list(table_of_runs(one.verified("cuda"))) == ["page/two"]


def test_scripts_of_a_page_share_a_record(tmp_path):
    one, two = handbook(tmp_path, "page", "page/two")
    for script in (two, one):
        record.write_records(script, {"sum": f"{script.name}\n"})
    assert one.output == two.output
    assert [Script(tmp_path, script.name).records["sum"] for script in (one, two)] == ["page\n", "page/two\n"]
    record.write_records(one, {})
    assert [Script(tmp_path, script.name).records for script in (one, two)] == [{}, {"sum": "page/two\n"}]
    record.write_records(two, {})
    assert not two.output.exists()


def test_unchanged_run_keeps_its_date(tmp_path):
    (script,) = handbook(tmp_path, "page")
    mine = job(script, tmp_path / "run")
    record.note(mine, Outcome(machine="Cray-1"), good=True)
    path = script.verified("cpu")
    path.write_text(path.read_text().replace('"date": "2', '"date": "1'))
    before = path.read_text()
    record.note(mine, Outcome(machine="Cray-2"), good=True)
    assert path.read_text() == before
    script.path.write_text(SOURCE.replace("1 + 1", "1 + 2"))
    record.note(job(Script(tmp_path, "page"), tmp_path / "run"), Outcome(machine="Cray-2"), good=True)
    assert "Cray-2" in path.read_text() and '"date": "2' in path.read_text()


@pytest.mark.parametrize(
    ("printed", "kept"),
    [("3.017  gain\n", True), ("3.0164  gain\n", False), ("3.016 gain\n", False), ("3.116  gain\n", False)],
)
def test_what_is_printed_otherwise_is_recorded_anew(tmp_path, printed, kept):
    """Within tolerance only the digits may be others; with more digits or other spaces the print has changed."""
    (script,) = handbook(tmp_path, "page")
    record.write_records(script, {"sum": "3.016  gain\n"})
    script = Script(tmp_path, "page")
    assert (record.proposed(script, {"sum": printed})["sum"] == "3.016  gain\n") is kept


def test_changed_code_is_recorded_anew(tmp_path):
    """0.9 is 1.0 within tolerance: it stays for the code that printed it, and not for another."""
    (script,) = handbook(tmp_path, "page")
    record.write_records(script, {"sum": "0.9\n"})
    record.note(job(script, tmp_path / "run"), Outcome(machine="Cray-1"), good=True)
    assert record.proposed(Script(tmp_path, "page"), {"sum": "1.0\n"})["sum"] == "0.9\n"
    script.path.write_text(SOURCE.replace("1 + 1", "1 + 2"), encoding="utf-8")
    assert record.proposed(Script(tmp_path, "page"), {"sum": "1.0\n"})["sum"] == "1.0\n"


RUN = {"torch": "2.15.0+cu132", "machine": "H200", "date": "2026-11-22"}


@pytest.mark.parametrize(
    ("runs", "line"),
    [
        ([{}, {}, {}], "CUDA ✓ H200, torch 2.15.0, 2026-11-22"),
        ([None, None, None], "CUDA: not run yet"),
        ([{}, None, None], "CUDA 1 of 3 scripts, H200, torch 2.15.0, 2026-11-22"),
        ([{}, {}, {"allocated": False}], "CUDA ✓ H200, torch 2.15.0, 2026-11-22"),
        ([{}, None, {"allocated": False}], "CUDA 1 of 2 scripts, H200, torch 2.15.0, 2026-11-22"),
        ([{"allocated": False}] * 3, "CUDA: no device in it"),
        ([{"digest": "old"}] * 3, "CUDA: changed since 2026-11-22"),
        ([{}, {}, {"digest": "old"}], "CUDA 2 of 3 scripts, H200, torch 2.15.0, 2026-11-22"),
        ([{"digest": "old", "allocated": False}] * 3, "CUDA: changed since 2026-11-22"),
        ([{}, {}, {"torch": "2.11.0", "date": "2026-11-01"}], "CUDA ✓ H200, torch 2.11.0 (older torch), 2026-11-01"),
    ],
)
def test_page_says_of_a_device_what_ran_there(tmp_path, runs, line):
    scripts = handbook(tmp_path, "page/a", "page/b", "page/c")
    table = {s.name: RUN | {"digest": s.digest} | run for s, run in zip(scripts, runs) if run is not None}
    path = scripts[0].verified("cuda")
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps(table), encoding="utf-8")
    assert tables.verified_line(Handbook(tmp_path), scripts) == f"CPU: not run yet · {line} · MPS: not run yet"


def test_bar_of_a_part(tmp_path):
    scripts = handbook(tmp_path, "page/a", "page/b", "page/c", "page/d")
    runs = {s.name: RUN | {"digest": s.digest} for s in scripts} | {"page/b": RUN | {"digest": "old"}}
    runs["page/c"] |= {"allocated": False}
    runs["page/d"] |= {"date": "2026-11-23"}
    path = scripts[0].verified("cuda")
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps(runs), encoding="utf-8")
    sentence, _, *table = tables.verified(Handbook(tmp_path)).splitlines()
    when = "from 2026-11-22 to 2026-11-23"
    assert sentence == f"CUDA: 2 of 3 scripts ran, with torch 2.15.0, {when}. Not run yet: CPU, MPS."
    assert table[0] == "| part | CUDA |"
    assert table[2] == '| Pages | 2 of 3 { .bar style="--length: 0.750; --part: 0.667" } |'


@pytest.mark.parametrize(
    ("markers", "asked"),
    [
        ("cuda", "cuda"),
        ("cuda and not slow", "cuda"),
        ("cuda or mps", "cuda mps"),
        ("not slow", ""),
        ("not cuda", ""),
        ("not (cuda or mps)", ""),
        ("", ""),
    ],
)
def test_markers_that_ask_for_a_device(markers, asked):
    assert [device for device in ("cuda", "mps") if conftest.asked_for(markers, device)] == asked.split()


def test_report_is_grouped_by_cause():
    found = [("models/layers", "numbers", "a"), ("data/images", "warning", "b"), ("data/images", "words", "c")]
    text = report.markdown(found, scripts=171)
    assert "169 of 171 scripts agree" in text
    assert text.index("## A warning") < text.index("## Other numbers (1)") < text.index("docs/models/layers.md")
    assert report.summary(found, 171)["differ"] == {"data/images": ["warning", "words"], "models/layers": ["numbers"]}


def test_versions_are_told_newest_first(tmp_path):
    handbook(tmp_path, "page")
    for version, differ in (("2.9.1+cu130", {}), ("2.14.0", {"page": ["numbers"]})):
        path = tmp_path / f"snippets/versions/{version}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        run = {"torch": version, "date": "2026-11-22", "scripts": 3, "differ": differ}
        path.write_text(json.dumps(run), encoding="utf-8")
    assert tables.versions(Handbook(tmp_path)).splitlines()[2:] == [
        "| 2.14.0 | 2026-11-22 | 2 of 3 | 1 |",
        "| 2.9.1 | 2026-11-22 | 3 of 3 | 0 |",
        "",
        "### On 2.14.0",
        "",
        "| script | page | what differs |",
        "|---|---|---|",
        "| `page` | [Page](../page.md) | numbers |",
    ]


@pytest.mark.parametrize(
    ("recorded", "printed", "same"),
    [
        ("loss 0.250", "loss 0.251", True),
        ("loss 0.250", "loss 0.2521", False),
        ("3 rows", "4 rows", False),
        ("torch 2.15.0", "torch 2.15.1", False),
        ("tensor([1.0000e-05])", "tensor([1.0001e-05])", True),
        ("1763800000.0", "1763900000.0", False),
        ("tensor([ 1.,  2.])", "tensor([1., 2.])", True),
        ("tensor(1., device='cuda:0')", "tensor(1.)", False),
        ("nan", "0.0", False),
    ],
)
def test_tolerance(recorded, printed, same):
    assert Tolerance().same(recorded, printed) is same


def test_device_of_a_tensor_is_no_difference():
    assert Tolerance(device="cuda").same("tensor(1.)", "tensor(1., device='cuda:0')")
    assert not Tolerance(device="mps").same("tensor(1.)", "tensor(1., device='cuda:0')")


def test_difference_says_where_and_what():
    assert str(Difference("examples/a.py:4", "words", "prints otherwise")) == "examples/a.py:4: prints otherwise"
