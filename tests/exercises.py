"""Prove a checker: it refuses the starter and every wrong answer with the right hint, and accepts the solution."""

from __future__ import annotations

import contextlib
import io
import multiprocessing
import runpy
import subprocess
import sys
import tempfile
import tomllib
import warnings
from collections.abc import Iterator
from pathlib import Path

from harness import CAN_FORK, OF_PYTHON
from scripts import Broken


def wrong_answers(root: Path, folder: Path) -> Iterator[tuple[str, str, str]]:
    """Name, hint and text of each answer in wrong.toml: the solution with its edits, or a whole answer."""
    solution = (folder / "solution.py").read_text(encoding="utf-8")
    place = f"{folder.relative_to(root).as_posix()}/wrong.toml"
    for name, wrong in tomllib.loads((folder / "wrong.toml").read_text(encoding="utf-8")).items():
        if not wrong.get("hint"):
            raise Broken(f"{place}: [{name}] does not say which hint it should get")
        answer = wrong.get("answer", solution)
        for old, new in wrong.get("edits", []):
            if solution.count(old) != 1:
                raise Broken(f"{place}: [{name}] edits text that solution.py holds {solution.count(old)} times: {old}")
            answer = answer.replace(old, new)
        yield name, wrong["hint"], answer


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
    answers = list(wrong_answers(root, folder))
    if len(answers) < 2:
        raise Broken(f"{name}/wrong.toml:1: at least two wrong answers prove a checker")
    with tempfile.TemporaryDirectory() as temporary:
        for wrong, hint, text in answers:
            answer = Path(temporary) / f"{wrong}.py"
            answer.write_text(text, encoding="utf-8")
            status, output = run_check(folder, answer)
            if status != 1 or hint not in output:
                raise Broken(f"{name}/wrong.toml: [{wrong}] should get its hint; status {status}, output:\n{output}")
