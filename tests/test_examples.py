"""Every example script runs on every device it is for, and prints and draws what its page shows."""

import multiprocessing
import sys
from collections.abc import Iterable
from dataclasses import replace
from types import SimpleNamespace

import harness
import pytest
import record
import rules
import torch
from harness import BOOK, Job

from handbook import DEVICES

BUILD = "cuda" if torch.version.cuda else "cpu"
SCRIPTS = [*BOOK.scripts.values()]
WITH_WORKERS = [script for script in SCRIPTS if "num_workers=" in script.source]


def cases(devices: Iterable[str]) -> list:
    """Each script on each of the devices that it is for, marked with the device."""
    return [
        pytest.param(script, device, id=f"{device}-{script.name}",
                     marks=[getattr(pytest.mark, device)] + ([pytest.mark.slow] if "slow" in script.header else []))
        for script in SCRIPTS
        for device in devices
        if device in script.devices
    ]  # fmt: skip


def start_methods() -> list:
    """Each start of another kind imports torch again, two minutes in all: only the shortest script is not slow."""
    shortest = min(WITH_WORKERS, key=lambda script: len(script.source), default=None)
    return [
        pytest.param(script, method, id=f"{method}-{script.name}",
                     marks=[] if script == shortest else [pytest.mark.slow])
        for script in WITH_WORKERS
        for method in multiprocessing.get_all_start_methods()
        if method != multiprocessing.get_start_method()  # with that one test_example runs it
    ]  # fmt: skip


def pytest_generate_tests(metafunc):
    if metafunc.function is test_example:
        metafunc.parametrize(("script", "device"), cases(metafunc.config.devices))


def test_example(script, device, tmp_path, request, record_property):
    if script.header.get("build", BUILD) != BUILD:
        pytest.skip(f"needs the {script.header['build']} build of torch")
    option = request.config.option
    job = Job(replace(script), device, tmp_path)  # which reads the records anew
    outcome = harness.run(job)
    recording = option.update_examples and device == (script.only or "cpu")
    found = record.record(job, outcome) if recording else harness.differences(job, outcome)
    if option.record_verified:
        record.note(job, outcome, good=not found)
    for one in [*found, *outcome.notes]:
        record_property("difference", [script.name, one.kind, str(one)])
    if found:
        again = [] if recording else [f"If this is meant: make record DEVICE={device} PYTEST='-k {script.name}'"]
        raise pytest.fail.Exception("\n\n".join([*map(str, found), *again]), pytrace=False) from None


@pytest.mark.parametrize(("script", "method"), start_methods())
def test_start_method(script, method, tmp_path, request):
    """Workers start in another way on each system: what a page prints does not depend on it."""
    if request.config.option.update_examples:
        pytest.skip("recording")
    job = Job(script, "cpu", tmp_path, start_method=method)
    if found := harness.differences(job, harness.run(job)):
        pytest.fail("\n\n".join(map(str, found)), pytrace=False)


@pytest.mark.skipif(not harness.CAN_FORK, reason="only a forked child inherits the patch")
@pytest.mark.parametrize("name", ["deploy/torchscript", "reference/old-and-new/future-warnings"])
def test_torch_jit_on_python_3_14(name, tmp_path, monkeypatch):
    """torch.jit words its warning otherwise there; the records hold on every Python."""
    later = SimpleNamespace(**vars(sys) | {"version_info": (3, 14)})
    for module in ("_script", "_serialization", "_trace"):
        monkeypatch.setattr(f"torch.jit.{module}.sys", later)
    job = Job(BOOK.script(name), "cpu", tmp_path)
    assert not harness.differences(job, harness.run(job))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_verified(script, request):
    """The record is of this code on the CPU or on the script's one device; --release asks for every device."""
    option = request.config.option
    if option.update_examples:
        pytest.skip("recording")
    devices = script.devices if option.release else [script.only or "cpu"]
    for device in devices:
        if option.release or harness.available(device):
            rules.raise_all(rules.check_verified(script, device))


def test_every_device_runs_every_script_that_is_for_it():
    """So that `pytest -m mps` on a Mac and `pytest -m cuda` on a GPU machine run the whole handbook."""
    for device in DEVICES:
        marked = {case.values[0] for case in cases([device]) if device in {mark.name for mark in case.marks}}
        left_out = {s for s in SCRIPTS if s.only not in (None, device) or s.header.get("not") == device}
        assert marked == {*SCRIPTS} - left_out
