"""Devices, options and the closing summary."""

from __future__ import annotations

import os
from collections import defaultdict
from pathlib import Path

import processors

if os.environ.get("PROCESSOR") in processors.SETTINGS:
    os.environ |= processors.environment(os.environ["PROCESSOR"])  # before torch computes anything
os.environ["OMP_NUM_THREADS"] = os.environ.get("OMP_NUM_THREADS", "1")  # before torch: repeatable, and safe to fork
os.environ["MPLBACKEND"] = "agg"
os.environ["MATPLOTLIBRC"] = str(Path(__file__).with_name("matplotlibrc"))
os.environ["SOURCE_DATE_EPOCH"] = "0"  # no date in figures
os.environ["PYTORCH_NVML_BASED_CUDA_CHECK"] = "1"  # asking for CUDA does not start it
os.environ.setdefault("TORCHINDUCTOR_CACHE_DIR", str(processors.CACHE / "native"))  # warm next time
os.environ["HF_HUB_OFFLINE"] = "1"  # what a test loads is on this machine
os.environ["NO_MKDOCS_2_WARNING"] = "1"  # as the Makefile does

import contextlib
import gc
import importlib
import json
import shutil
import subprocess
import sys
import warnings

import harness
import pytest
import report
import standin
from filelock import FileLock

from handbook import DEVICES, Broken

harness.torch.set_num_threads(1)  # a child forked from a process with a pool of threads hangs; execute() sets its own

PRELOAD = "torch._dynamo torch.onnx onnxscript onnxruntime matplotlib.pyplot sklearn.datasets torchvision transformers"


@pytest.fixture
def project(request, monkeypatch):
    """Import a module of the test's PROJECT or PROJECTS, and forget it afterwards: others may have one of its name."""
    folders = getattr(request.module, "PROJECTS", None) or [request.module.PROJECT]
    for folder in folders:
        monkeypatch.syspath_prepend(folder)
    before = set(sys.modules)
    yield __import__
    for path in (path for folder in folders for path in folder.glob("*.py")):
        if path.stem not in before:
            sys.modules.pop(path.stem, None)


CHANGES = pytest.StashKey[set[str]]()  # before the tests
WRITTEN = pytest.StashKey[list[str]]()  # by the tests


def pytest_addoption(parser):
    parser.addoption("--device", default="auto", choices=[*DEVICES, "standin", "auto"], help="run on this device only")
    parser.addoption("--release", action="store_true", help="fail where the record of any device is missing or stale")
    parser.addoption("--record-verified", action="store_true", help="note in snippets/verified/ what passed")
    parser.addoption("--report", type=Path, help="write how the examples differ, grouped by cause, to this file")


def asked_for(markers: str, device: str) -> bool:
    """Whether -m selects what is for the device only: `cuda and not slow` does, `not (cuda or mps)` does not."""

    def selects(name: str) -> bool:
        return bool(eval(markers, {"__builtins__": {}}, defaultdict(bool, {name: True})))

    with contextlib.suppress(SyntaxError):  # pytest says what is wrong
        return bool(markers) and selects(device) and not selects("cpu")
    return False


def pytest_configure(config):
    for device, name in DEVICES.items():
        config.addinivalue_line("markers", f"{device}: runs on {name}")
    config.addinivalue_line("markers", "slow: takes long; leave out with -m 'not slow'")
    if (name := os.environ.get("PROCESSOR")) and name not in (able := processors.possible()):
        raise pytest.UsageError(f"PROCESSOR={name} is not possible here; possible are {', '.join(able)}")
    if os.environ.get("PYTORCH_ENABLE_MPS_FALLBACK"):
        raise pytest.UsageError("unset PYTORCH_ENABLE_MPS_FALLBACK: what falls back to the CPU is not verified on MPS")
    only = config.option.device
    for device, name in DEVICES.items():
        if (device == only or asked_for(config.option.markexpr, device)) and not harness.available(device):
            raise pytest.UsageError(f"this machine has no {name} device that torch {harness.torch.__version__} can use")
    config.devices = [device for device in DEVICES if harness.available(device)] if only == "auto" else [only]
    config.deselected = 0
    if only == "standin":
        if lack := standin.missing():
            raise pytest.UsageError(lack)
        if config.option.update_examples or config.option.record_verified:
            raise pytest.UsageError("what ran on the stand-in accelerator is not recorded")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Nothing but the examples is asked of the stand-in."""
    if config.option.device == "standin":
        gone = [item for item in items if item.path.stem != "test_standin"]
        config.hook.pytest_deselected(items=gone)
        items[:] = [item for item in items if item not in gone]


@pytest.fixture(scope="session", autouse=True)
def preload(request):
    """Imports that each forked child would otherwise pay for again; what fails fails in the script that needs it."""
    forking = [item for item in request.session.items if {"script", "folder"} & {*getattr(item, "fixturenames", ())}]
    if harness.CAN_FORK and len(forking) > 10:  # for one page it would cost more than it saves
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for name in PRELOAD.split():
                with contextlib.suppress(Exception):
                    importlib.import_module(name)
        gc.collect()
        gc.freeze()  # or each child copies the pages that its collector walks through
    yield
    gc.unfreeze()


@pytest.fixture(scope="session")
def build(tmp_path_factory, worker_id):
    """The site, built once for all workers as `make site` does; what it complained of; the processor's seconds."""
    base = tmp_path_factory.getbasetemp()
    site = (base if worker_id == "master" else base.parent) / "site"
    notes = site.with_suffix(".json")
    with FileLock(site.with_suffix(".lock")):
        if not notes.exists():
            before = os.times()
            line = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(site)]
            done = subprocess.run(line, cwd=harness.ROOT, capture_output=True, text=True, timeout=300)
            after = os.times()  # of the processor, so that other work on the machine does not count
            seconds = after.children_user + after.children_system - before.children_user - before.children_system
            faults = [line for line in done.stderr.splitlines() if not line.startswith("INFO")]
            notes.write_text(json.dumps({"faults": faults if done.returncode else [], "seconds": seconds}))
    return site, json.loads(notes.read_text())


@pytest.fixture(scope="session")
def built(build, request):
    """The folder of the site; test_build says what is wrong with it, once."""
    site, notes = build
    if notes["faults"] and any(item.name == "test_build" for item in request.session.items):
        pytest.skip("the site was not built: test_build says why")
    if notes["faults"]:
        pytest.fail("\n".join(notes["faults"]), pytrace=False)
    return site


def tracked_changes() -> set[str]:
    """What git says has changed in the files that it tracks, or beside them; nothing where there is no git."""
    if not (shutil.which("git") and (harness.ROOT / ".git").exists()):
        return set()
    line = ["git", "status", "--porcelain"]
    return {*subprocess.run(line, cwd=harness.ROOT, capture_output=True, text=True).stdout.splitlines()}


def pytest_sessionstart(session):
    session.stash[CHANGES] = tracked_changes()


def pytest_sessionfinish(session):
    """The tests write nothing that git tracks, unless they are asked to record."""
    if hasattr(session.config, "workeroutput"):  # to the process that sums up
        session.config.workeroutput["deselected"] = session.config.deselected
    option = session.config.option
    if not (option.update_examples or option.record_verified or hasattr(session.config, "workerinput")):
        session.config.stash[WRITTEN] = sorted(tracked_changes() - session.stash[CHANGES])
        session.exitstatus = session.exitstatus or int(bool(session.config.stash[WRITTEN]))


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem):
    """A fault in a page, a script or a record is its message, without the traceback of the check."""
    try:
        return (yield)
    except Broken as fault:
        raise pytest.fail.Exception(str(fault), pytrace=False) from None


def pytest_deselected(items):
    if items:
        items[0].config.deselected += len(items)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node, error):
    node.config.deselected = getattr(node, "workeroutput", {}).get("deselected", 0)  # each worker collects all


def pytest_terminal_summary(terminalreporter, config):
    if written := config.stash.get(WRITTEN, []):
        terminalreporter.section("changed while the tests ran, by a test or by you")
        for line in written:
            terminalreporter.line(line, red=True)
    stats = terminalreporter.stats
    if lines := report.not_run(config, stats):
        terminalreporter.section("not run")
        for line in lines:
            terminalreporter.line(line)
    if config.option.report:
        ran = [one for kind in ("passed", "failed") for one in stats.get(kind, []) if "test_example[" in one.nodeid]
        found = [tuple(value) for one in ran for name, value in one.user_properties if name == "difference"]
        report.write(config.option.report, found, len(ran))
        terminalreporter.section(f"{config.option.report}: how the examples differ")
