"""Style, types and workflow files."""

import shutil
import subprocess
import sys
import sysconfig

import pytest
from harness import ROOT

WORKFLOWS = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob(".github/workflows/*.yml"))
COMMANDS = [
    ["ruff", "check", "."],
    ["ruff", "format", "--check", "."],
    ["pyrefly", "check", "--python-interpreter-path", sys.executable],
    ["check-jsonschema", "--builtin-schema", "vendor.github-workflows", *WORKFLOWS],
    ["zizmor", "--offline", "--quiet", ".github/workflows"],
]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: " ".join(command[:2]))
def test_lint(command):
    program = shutil.which(command[0], path=sysconfig.get_path("scripts"))
    assert program, f"{command[0]} is not installed beside {sys.executable}"
    done = subprocess.run([program, *command[1:]], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
