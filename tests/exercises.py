"""Prove a checker: it refuses the starter and every wrong answer with the right hint, and accepts the solution."""

from __future__ import annotations

import contextlib
import io
import multiprocessing
import re
import runpy
import subprocess
import sys
import warnings
from pathlib import Path

from harness import CAN_FORK, OF_PYTHON
from scripts import Broken


def run_check(folder: Path, answer: Path) -> tuple[int, str]:
    """Exit status and output of `python check.py ANSWER`."""
    if not CAN_FORK:
        line = [sys.executable, str(folder / "check.py"), str(answer)]
        done = subprocess.run(line, capture_output=True, text=True, timeout=120)
        return done.returncode, done.stdout + done.stderr
    context = multiprocessing.get_context("fork")
    reader, writer = context.Pipe(duplex=False)

    def work() -> None:
        sys.argv = [str(folder / "check.py"), str(answer)]
        status, output = 0, io.StringIO()
        warnings.filterwarnings("ignore", OF_PYTHON)
        with contextlib.redirect_stdout(output):
            try:
                runpy.run_path(sys.argv[0], run_name="__main__")
            except SystemExit as end:
                status = end.code
        writer.send((status, output.getvalue()))

    process = context.Process(target=work)
    process.start()
    writer.close()
    try:
        if not reader.poll(60):
            raise Broken(f"{folder}/check.py:1: does not end with {answer.name}")
        return reader.recv()
    except EOFError:
        raise Broken(f"{folder}/check.py:1: breaks off with {answer.name}") from None
    finally:
        process.kill()
        process.join()


def check_exercise(root: Path, folder: Path) -> None:
    name = folder.relative_to(root).as_posix()
    status, output = run_check(folder, folder / "exercise.py")
    if status != 1 or "hint: " not in output or "raises" in output:
        raise Broken(f"{name}/check.py:1: the starter should fail with a hint; status {status}, output:\n{output}")
    status, output = run_check(folder, folder / "solution.py")
    if (status, output) != (0, "Right.\n"):
        raise Broken(f"{name}/solution.py:1: not accepted; status {status}, output:\n{output}")
    answers = sorted(folder.glob("wrong/*.py"))
    if len(answers) < 2:
        raise Broken(f"{name}/check.py:1: at least two wrong answers prove a checker")
    for answer in answers:
        declared = re.search(r"^# hint: (.+)$", answer.read_text(encoding="utf-8"), re.M)
        if not declared:
            raise Broken(f"{name}/wrong/{answer.name}:1: says nowhere which hint it should get: # hint: ...")
        status, output = run_check(folder, answer)
        if status != 1 or declared[1] not in output:
            raise Broken(f"{name}/wrong/{answer.name}:1: should fail with its hint; status {status}, output:\n{output}")
