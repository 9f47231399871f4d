"""What make says to somebody who has just cloned, and to somebody whose machine does not fit."""

import shutil
import socket
import subprocess

import pytest
from harness import ROOT

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="no make here: README.md has the plain commands")


def make(*words: str) -> subprocess.CompletedProcess:
    return subprocess.run(["make", *words], cwd=ROOT, capture_output=True, text=True, timeout=120)


def test_make_alone_lists_the_targets():
    done = make()
    assert done.returncode == 0
    assert all(
        f"make {target}" in done.stdout for target in ("serve", "test", "record", "site", "offline", "lint", "clean")
    )


def test_wrong_python(tmp_path):
    old = tmp_path / "python3.9"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)
    done = make("site", f"PYTHON={old}", f"VENV={tmp_path}/venv")
    assert done.returncode != 0
    assert "The handbook needs Python 3.11 to 3.14" in done.stdout
    assert not (tmp_path / "venv").exists()


def test_port_in_use():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = make("serve", f"PORT={taken.getsockname()[1]}")
    assert done.returncode != 0
    assert "is in use; choose another one: make serve PORT=" in done.stdout
