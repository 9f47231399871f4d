"""What make says to somebody who has just cloned, and to somebody whose machine does not fit; what it installs."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from harness import BOOK, ROOT
from packaging.requirements import Requirement

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="no make here: README.md has the plain commands")
PINNED = dict(re.findall(r"^(\S+)==(\S+)$", (ROOT / "constraints.txt").read_text(encoding="utf-8"), re.M))
FIRST, END = map(int, re.findall(r"3\.(\d+)", BOOK.python))


def make(*words: str) -> subprocess.CompletedProcess:
    return subprocess.run(["make", *words], cwd=ROOT, capture_output=True, text=True, timeout=120)


def test_make_alone_lists_the_targets():
    done = make()
    assert done.returncode == 0
    targets = ("serve", "test", "record", "site", "offline", "lint", "lock", "clean")
    assert all(f"make {target}" in done.stdout for target in targets)


@pytest.mark.parametrize(("minor", "fits"), [(FIRST - 1, False), (FIRST, True), (END - 1, True), (END, False)])
def test_wrong_python(minor, fits, tmp_path):
    """A Python of another version, stood in for by this one: nothing is set up with one that does not fit."""
    other = tmp_path / "python"
    claim = f"import sys; sys.version_info = {(3, minor)}"
    other.write_text(f'#!/bin/sh\n[ "$1" = -c ] && exec "{sys.executable}" -c "{claim}; $2"\n')
    other.chmod(0o755)
    done = make("site", f"PYTHON={other}", f"VENV={tmp_path}/venv")
    assert done.returncode != 0, "the stand-in makes no environment"
    assert (f"The handbook needs Python {BOOK.python}" in done.stdout) == (not fits)
    assert not (tmp_path / "venv").exists()


def test_python_versions_agree():
    """pyproject.toml says which Python the handbook is for; what people read says the same."""
    for name in ("README.md", "docs/start/install.md"):
        said = re.findall(r"Python (3\.\d+ to 3\.\d+)", (ROOT / name).read_text(encoding="utf-8"))
        assert said and set(said) == {f"3.{FIRST} to 3.{END - 1}"}, name


@pytest.mark.parametrize("name", ["torch", "torchvision"])
def test_torch_versions_agree(name):
    """pyproject.toml says which torch the handbook is about; the page on installing and constraints.txt agree."""
    (spec,) = [spec for spec in BOOK.requirements if Requirement(spec).name == name]
    assert f'"{spec}"' in (ROOT / "docs/start/install.md").read_text(encoding="utf-8")
    assert Requirement(spec).specifier.contains(PINNED[name])


def wheel(folder: Path, name: str, version: str, needs: str) -> None:
    """A package of nothing, in an index of files."""
    metadata = f"{name}-{version}.dist-info"
    (folder / name).mkdir(parents=True)
    with zipfile.ZipFile(folder / name / f"{name}-{version}-py3-none-any.whl", "w") as archive:
        archive.writestr(
            f"{metadata}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\nRequires-Dist: {needs}\n"
        )
        archive.writestr(f"{metadata}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{metadata}/RECORD", "")
    links = "".join(f'<a href="{path.name}">{path.name}</a>\n' for path in sorted((folder / name).glob("*.whl")))
    (folder / name / "index.html").write_text(f"<!DOCTYPE html>\n{links}")


def test_cpu_build_installs_from_an_index_that_lags(tmp_path):
    """PyTorch's own index has the pinned torch, and of what torch needs only what is older than constraints.txt."""
    wheel(tmp_path / "index", "torch", f"{PINNED['torch']}+cpu", "filelock")
    wheel(tmp_path / "index", "torchvision", f"{PINNED['torchvision']}+cpu", f"torch=={PINNED['torch']}")
    wheel(tmp_path / "index", "filelock", "4.0", "packaging")
    words = (f"VENV={tmp_path}/venv", f"CPU_INDEX={(tmp_path / 'index').as_uri()}", f"{tmp_path}/venv/test-ready-cpu")
    line, *others = [line for line in make("--dry-run", *words).stdout.splitlines() if "--index-url" in line]
    assert not others, "one command names the index"
    line = line.replace(f"{tmp_path}/venv/bin/python", sys.executable) + " --dry-run --ignore-installed --report -"
    alone = {name: value for name, value in os.environ.items() if not name.startswith("PIP_")}
    alone["PIP_CONFIG_FILE"] = os.devnull
    done = subprocess.run(line, shell=True, cwd=ROOT, capture_output=True, text=True, timeout=120, env=alone)
    assert done.returncode == 0, done.stderr
    found = {item["metadata"]["name"]: item["metadata"]["version"] for item in json.loads(done.stdout)["install"]}
    assert found == {name: f"{PINNED[name]}+cpu" for name in ("torch", "torchvision")}


def test_port_in_use():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = make("serve", f"PORT={taken.getsockname()[1]}")
    assert done.returncode != 0
    assert "is in use; choose another one: make serve PORT=" in done.stdout
