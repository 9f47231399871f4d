"""Every example script runs on every device it is for, and prints and draws what its page shows."""

import datetime
import json
import multiprocessing
import platform
import subprocess

import harness
import pytest
import rules
import torch
from harness import ROOT, Job
from scripts import DEVICES, Script

BUILD = "cuda" if torch.version.cuda else "cpu"
SCRIPTS = [
    pytest.param(script, device, id=f"{device}-{script.name}",
                 marks=[getattr(pytest.mark, device)] + ([pytest.mark.slow] if "slow" in script.header else []))
    for script in Script.all(ROOT)
    for device in script.devices
]  # fmt: skip
WITH_WORKERS = [script for script in Script.all(ROOT) if "num_workers=" in script.source]
START_METHODS = [  # under spawn each worker imports torch, a minute and a half in all: only the first is not slow
    pytest.param(script, method, id=f"{method}-{script.name}",
                 marks=[pytest.mark.slow] if method == "spawn" and script != WITH_WORKERS[0] else [])
    for script in WITH_WORKERS
    for method in ("fork", "spawn", "forkserver")
]  # fmt: skip


def machine(device: str) -> str:
    if device == "cuda":
        return torch.cuda.get_device_name()
    if device == "mps":
        return subprocess.run(
            ["sysctl", "-n", "machdep.cpu.brand_string"], capture_output=True, text=True
        ).stdout.strip()
    return f"{platform.system()} {platform.machine()}, {torch.backends.cpu.get_cpu_capability()}"


@pytest.mark.parametrize(("script", "device"), SCRIPTS)
def test_example(script, device, tmp_path, request, record_property):
    record_property("script", str(script))
    if not harness.available(device):
        pytest.skip(f"no {DEVICES[device]} device on this machine")
    if script.header.get("build", BUILD) != BUILD:
        pytest.skip(f"needs the {script.header['build']} build of torch")
    if request.config.option.no_fork and "nproc" in script.header:
        pytest.skip("several ranks need processes of their own: run without --no-fork")
    job = Job(script, device, tmp_path)
    outcome = harness.run_inline(job) if request.config.option.no_fork else harness.run(job)
    if request.config.option.update_examples and (device == "cpu" or device == script.only):
        harness.record(job, outcome)
    if found := harness.differences(job, outcome):
        raise pytest.fail.Exception("\n\n".join(found), pytrace=False) from None
    if request.config.option.record_verified:
        record_verified(script, device, outcome)


@pytest.mark.parametrize(("script", "method"), START_METHODS)
def test_start_method(script, method, tmp_path, request):
    """Workers start in another way on each system: what a page prints does not depend on it."""
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"{method} does not exist on this system")
    if method == multiprocessing.get_start_method():
        pytest.skip(f"{method} is the start method here: test_example runs it")
    if request.config.option.update_examples:
        pytest.skip("recording")
    job = Job(script, "cpu", tmp_path, start_method=method)
    if found := harness.differences(job, harness.run(job)):
        pytest.fail("\n\n".join(found), pytrace=False)


def record_verified(script: Script, device: str, outcome: harness.Outcome) -> None:
    """Note the run in snippets/verified/; an entry that says the same already stays as it is."""
    if device != "cpu" and not outcome.allocated:
        return  # nothing of it ran there
    path = script.verified(device)
    stamp = {"digest": script.digest, "torch": torch.__version__, "notes": outcome.notes}
    old = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    if {key: old.get(key) for key in stamp} != stamp:
        path.parent.mkdir(parents=True, exist_ok=True)
        stamp |= {"machine": machine(device), "date": datetime.date.today().isoformat()}
        path.write_text(json.dumps(stamp, indent=1) + "\n", encoding="utf-8", newline="\n")


@pytest.mark.parametrize("script", Script.all(ROOT), ids=lambda script: script.name)
def test_verified(script, request):
    option, device = request.config.option, script.only or "cpu"
    if option.update_examples:
        pytest.skip("recording")
    if not harness.available(device) and not option.release:
        pytest.skip(f"its record is made on {DEVICES[device]}; --release insists on it")
    rules.check_verified(script)


@pytest.mark.parametrize("marker", ["cuda", "mps"])
def test_marker_selects_every_device_neutral_script(marker):
    """So that `pytest -m mps` on a Mac and `pytest -m cuda` on a GPU machine run the whole handbook."""
    selected = {p.values[0] for p in SCRIPTS if any(mark.name == marker for mark in p.marks)}
    neutral = {script for script in Script.all(ROOT) if not script.only and script.header.get("not") != marker}
    assert neutral and neutral <= selected
