"""Every exercise's checker is proved."""

import subprocess
import sys

import exercises
import pytest
from harness import ROOT

FOLDERS = sorted(path.parent for path in ROOT.glob("examples/exercises/**/check.py"))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.relative_to(ROOT / "examples/exercises").as_posix())
def test_checker(folder):
    exercises.check_exercise(ROOT, folder)


def test_check_from_the_command_line(tmp_path):
    """As a reader runs it, from another folder: right, raising, missing."""
    folder = ROOT / "examples/exercises/foundations/tensors/checkerboard"
    broken = tmp_path / "mine.py"
    broken.write_text("def checkerboard(rows, columns):\n    return rows / 0\n", encoding="utf-8")
    for answer, status, words in [
        (folder / "solution.py", 0, "Right."),
        (broken, 1, "mine.py, line 2 raises ZeroDivisionError"),
        (tmp_path / "nothing.py", 1, "There is no file"),
    ]:
        line = [sys.executable, str(folder / "check.py"), str(answer)]
        done = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True, timeout=120)
        assert done.returncode == status
        assert words in done.stdout + done.stderr and "Traceback" not in done.stderr
