"""Devices, options and the closing summary."""

from __future__ import annotations

import os
from pathlib import Path

os.environ["OMP_NUM_THREADS"] = os.environ.get("OMP_NUM_THREADS", "1")  # before torch: repeatable, and safe to fork
os.environ["MPLBACKEND"] = "agg"
os.environ["MATPLOTLIBRC"] = str(Path(__file__).with_name("matplotlibrc"))
os.environ["SOURCE_DATE_EPOCH"] = "0"  # no date in figures
os.environ["PYTORCH_NVML_BASED_CUDA_CHECK"] = "1"  # asking for CUDA does not start it
os.environ.setdefault("TORCHINDUCTOR_CACHE_DIR", str(Path(__file__).parents[1] / ".cache/inductor"))  # warm next time
os.environ["HF_HUB_OFFLINE"] = "1"  # what a test loads is on this machine

import importlib
import re
import subprocess
import sys
import warnings

import pytest
from filelock import FileLock

if os.environ.get("PYTORCH_ENABLE_MPS_FALLBACK"):
    raise pytest.UsageError("unset PYTORCH_ENABLE_MPS_FALLBACK: what falls back to the CPU is not verified on MPS")

import harness
from scripts import DEVICES

harness.torch.set_num_threads(1)  # a child forked from a process with a pool of threads hangs; execute() sets its own

PRELOAD = "torch._dynamo torch.onnx onnxscript onnxruntime matplotlib.pyplot sklearn.datasets torchvision transformers"


RAN_ON: dict[str, bool] = {}  # script: whether it passed on any device here


def pytest_addoption(parser):
    parser.addoption("--device", default="auto", choices=[*DEVICES, "auto"], help="run examples on this device only")
    parser.addoption("--no-fork", action="store_true", help="run the examples in this process, for a debugger")
    parser.addoption("--release", action="store_true", help="fail where the record of any device is missing or stale")
    parser.addoption("--record-verified", action="store_true", help="write what passed to snippets/verified/")


def pytest_configure(config):
    for device, name in DEVICES.items():
        config.addinivalue_line("markers", f"{device}: runs on {name}")
    config.addinivalue_line("markers", "slow: takes long; leave out with -m 'not slow'")
    asked = set(re.findall(r"(?<!not )\b(?:cuda|mps)\b", config.option.markexpr)) | {config.option.device} & {*DEVICES}
    for device in sorted(asked):
        if not harness.available(device):
            raise pytest.UsageError(
                f"this machine has no {DEVICES[device]} device that torch {harness.torch.__version__} can use"
            )


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    wanted = config.option.device
    if wanted != "auto":
        gone = [
            item
            for item in items
            if (callspec := getattr(item, "callspec", None)) and callspec.params.get("device", wanted) != wanted
        ]
        config.hook.pytest_deselected(items=gone)
        items[:] = [item for item in items if item not in gone]


@pytest.fixture(scope="session", autouse=True)
def preload(request):
    """Imports that each forked child would otherwise pay for again."""
    wanted = {name for item in request.session.items for name in getattr(item, "fixturenames", ())}
    if harness.CAN_FORK and wanted & {"device", "folder"}:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for name in PRELOAD.split():
                importlib.import_module(name)


@pytest.fixture(scope="session")
def built(tmp_path_factory, worker_id):
    """The site, built as `make site` does, once for all workers; a warning fails (mkdocs.yml says strict)."""
    base = tmp_path_factory.getbasetemp()
    site = (base if worker_id == "master" else base.parent) / "site"
    with FileLock(site.with_suffix(".lock")):
        if not site.exists():
            before = os.times()
            line = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(site.with_suffix(".part"))]
            done = subprocess.run(line, cwd=harness.ROOT, capture_output=True, text=True, timeout=120)
            assert done.returncode == 0, done.stderr
            after = os.times()  # of the processor, so that other work on the machine does not count
            seconds = after.children_user + after.children_system - before.children_user - before.children_system
            assert seconds < 15, f"the build should take at most 15 s, and took {seconds:.0f}"
            site.with_suffix(".part").rename(site)
    return site


def pytest_runtest_logreport(report):
    for name, value in report.user_properties:
        if name == "script":
            RAN_ON.setdefault(value, False)
            RAN_ON[value] |= report.when == "call" and report.passed


def pytest_terminal_summary(terminalreporter):
    unseen = sorted(name for name, ran in RAN_ON.items() if not ran)
    if unseen:
        terminalreporter.section("scripts that ran on no device here")
        for name in unseen:
            terminalreporter.line(name)
