"""Each exercise's checker refuses the starter and every wrong answer with its hint, and accepts the solution."""

import contextlib
import io
import multiprocessing
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest
from harness import CAN_FORK, ROOT

FOLDERS = sorted(path.parent for path in ROOT.glob("examples/exercises/**/check.py"))
IDS = [folder.relative_to(ROOT / "examples/exercises").as_posix() for folder in FOLDERS]


def run_check(folder: Path, answer: Path) -> tuple[int, str]:
    """Exit status and output of `python check.py ANSWER`."""
    if not CAN_FORK:
        done = subprocess.run([sys.executable, folder / "check.py", answer], capture_output=True, text=True, timeout=120)
        return done.returncode, done.stdout + done.stderr
    context = multiprocessing.get_context("fork")
    reader, writer = context.Pipe(duplex=False)

    def work():
        sys.argv = [str(folder / "check.py"), str(answer)]
        status, output = 0, io.StringIO()
        with contextlib.redirect_stdout(output):
            try:
                runpy.run_path(sys.argv[0], run_name="__main__")
            except SystemExit as end:
                status = end.code
        writer.send((status, output.getvalue()))

    process = context.Process(target=work)
    process.start()
    writer.close()
    assert reader.poll(60), f"{folder}/check.py {answer.name} does not end"
    result = reader.recv()
    process.join()
    return result


def declared_hint(answer: Path) -> str:
    match = re.search(r"^# hint: (.+)$", answer.read_text(encoding="utf-8"), re.M)
    assert match, f"{answer.relative_to(ROOT)}:1: a wrong answer says which hint it should get: # hint: ..."
    return match[1]


@pytest.mark.parametrize("folder", FOLDERS, ids=IDS)
def test_starter_fails_with_a_hint(folder):
    status, output = run_check(folder, folder / "exercise.py")
    assert status == 1, f"{folder}/check.py accepts the starter"
    assert "hint: " in output and "raises" not in output, output


@pytest.mark.parametrize("folder", FOLDERS, ids=IDS)
def test_solution_passes(folder):
    assert run_check(folder, folder / "solution.py") == (0, "Right.\n")


@pytest.mark.parametrize("folder", FOLDERS, ids=IDS)
def test_wrong_answers_get_their_hints(folder):
    answers = sorted(folder.glob("wrong/*.py"))
    assert len(answers) >= 2, f"{folder}: at least two wrong answers prove the checker"
    for answer in answers:
        status, output = run_check(folder, answer)
        assert status == 1, f"{answer}: accepted"
        assert declared_hint(answer) in output, f"{answer}: another hint:\n{output}"


def test_check_from_the_command_line(tmp_path):
    """As a reader runs it: right, raising, and missing files, from another working directory."""
    folder = ROOT / "examples/exercises/foundations/tensors/checkerboard"
    broken = tmp_path / "mine.py"
    broken.write_text("def checkerboard(rows, columns):\n    return rows / 0\n")
    for answer, status, words in [
        (folder / "solution.py", 0, "Right."),
        (broken, 1, "mine.py, line 2 raises ZeroDivisionError"),
        (tmp_path / "nothing.py", 1, "There is no file"),
    ]:
        done = subprocess.run(
            [sys.executable, folder / "check.py", answer], cwd=tmp_path, capture_output=True, text=True, timeout=120
        )
        assert done.returncode == status
        assert words in done.stdout + done.stderr and "Traceback" not in done.stderr
