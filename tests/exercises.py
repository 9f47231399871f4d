"""Prove a checker: it refuses the starter and every wrong answer with the right hint, and accepts the solution.

`python tests/exercises.py NAME` prints one wrong answer.

The answers to an exercise run one after the other, under each seed, in one process of their own. Each run imports the
modules of examples/ anew and finds torch's settings, warning filters and import path as they were; what else an answer
changes for good in Python or in torch, the runs after it find changed.
"""

from __future__ import annotations

import ast
import contextlib
import io
import itertools
import logging
import os
import re
import runpy
import sys
import tempfile
import tomllib
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from child import CAN_FORK, Child
from harness import OF_PYTHON, ROOT

from handbook import Broken

SEEDS = (1, 2, 3)
SETTINGS = (
    (torch.get_default_dtype, torch.set_default_dtype),
    (torch.is_grad_enabled, torch.set_grad_enabled),
    (torch.is_anomaly_enabled, torch.autograd.set_detect_anomaly),
    (torch.are_deterministic_algorithms_enabled, torch.use_deterministic_algorithms),
    (torch.get_num_threads, torch.set_num_threads),
)


@dataclass(frozen=True)
class Answer:
    """What somebody may write into exercise.py, and a piece of the hint that it gets, or None if it is right."""

    name: str
    place: str
    text: str
    hint: str | None


def answers(root: Path, folder: Path) -> Iterator[Answer]:
    """The starter, the solution, and what wrong.toml makes of the solution."""
    name = folder.relative_to(root).as_posix().replace("exercises", "solutions", 1)
    starter, solution, wrong = (
        path.read_text(encoding="utf-8")
        for path in (folder / "exercise.py", root / name / "solution.py", root / name / "wrong.toml")
    )
    yield Answer("exercise", f"{folder.relative_to(root).as_posix()}/check.py:1", starter, "hint: ")
    yield Answer("solution", f"{name}/solution.py:1", solution, None)
    for key, entry in tomllib.loads(wrong).items():
        place = f"{name}/wrong.toml:{wrong[: wrong.index(f'[{key}]')].count(chr(10)) + 1}"
        if not entry.get("hint"):
            raise Broken(f"{place}: {key} does not say which hint it gets: hint = ...")
        text = entry.get("answer", solution)
        for old, new in entry.get("edits", []):
            if solution.count(old) != 1:
                raise Broken(f"{place}: {key} replaces what is {solution.count(old)} times in solution.py: {old}")
            text = text.replace(old, new)
        yield Answer(key, place, text, entry["hint"])


@contextlib.contextmanager
def put_back(root: Path) -> Iterator[None]:
    """Leave this process as it was, as far as the docstring of this file says."""
    before = [(put, get()) for get, put in SETTINGS]
    path, words, folder = sys.path[:], sys.argv, os.getcwd()
    environment, modules = dict(os.environ), {*sys.modules}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            warnings.filterwarnings("ignore", OF_PYTHON)
            yield
    finally:
        for put, value in before:
            put(value)
        logging.disable(logging.NOTSET)
        sys.path[:], sys.argv = path, words
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(environment)
        for name in {*sys.modules} - modules:
            if (getattr(sys.modules[name], "__file__", None) or "").startswith(str(root / "examples")):
                del sys.modules[name]


def run(root: Path, folder: Path, *words: str) -> tuple[Any, str]:
    """Exit status and output of `python check.py WORDS`, in this process."""
    status, output = 0, io.StringIO()
    with put_back(root), contextlib.redirect_stdout(output):
        sys.argv = [str(folder / "check.py"), *words]
        try:
            runpy.run_path(sys.argv[0], run_name="__main__")
        except SystemExit as end:
            status = end.code
    return status, output.getvalue()


def work(send: Callable[[Any], None], root: Path, folder: Path, files: list[Path], seeds: Iterable[int]) -> None:
    for file, seed in itertools.product(files, seeds):
        send(run(root, folder, str(file), "--seed", str(seed)))


def judge(answer: Answer, status: Any, output: str) -> str | None:
    """What is wrong with the end of this run, or None."""
    if answer.hint is None:
        return None if status == 0 and re.fullmatch(r"Right\. .+\n", output) else "not accepted"
    refused = status == 1 and answer.hint in output
    if answer.name == "exercise":
        return None if refused and "raises" not in output else "the starter should fail with a hint"
    return None if refused else f"{answer.name} should get its hint"


def check_exercise(root: Path, folder: Path, seeds: Iterable[int] = SEEDS, timeout: float = 60) -> None:
    """Try every answer under every seed."""
    tried = list(answers(root, folder))
    check = f"{folder.relative_to(root).as_posix()}/check.py:1"
    if len(tried) < 4:
        raise Broken(f"{check}: at least two wrong answers prove a checker")
    with tempfile.TemporaryDirectory() as temporary:
        files = [Path(temporary) / f"{answer.name}.py" for answer in tried]
        for file, answer in zip(files, tried):
            file.write_text(answer.text, encoding="utf-8")
        with Child(work, root, folder, files, seeds, fresh=not CAN_FORK) as child:
            for answer, seed in itertools.product(tried, seeds):
                running = f"{answer.name} --seed {seed}"
                try:
                    status, output = child.receive(timeout)
                except TimeoutError:
                    raise Broken(f"{check}: does not end with {running}") from None
                except EOFError:
                    raise Broken(f"{check}: breaks off with {running}") from None
                if told := judge(answer, status, output):
                    raise Broken(f"{answer.place}: {told}; --seed {seed}, status {status}, output:\n{output}")


def without_each_guard(source: str) -> Iterator[tuple[str, str]]:
    """For each guard of a check: the guard, and the check without it."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        for body in (getattr(node, name, None) for name in ("body", "orelse")):
            for place, statement in enumerate(body if isinstance(body, list) else []):
                guard = ast.unparse(statement)
                if re.match(r"(raise )?([Ww]rong|expect\w*)\(", guard):
                    body[place] = ast.Pass()
                    yield guard, ast.unparse(tree)
                    body[place] = statement


def show(name: str) -> str:
    """The text of a wrong answer, such as data/images/flip-boxes/height."""
    exercise, _, wrong = name.rpartition("/")
    folder = ROOT / "examples/exercises" / exercise
    texts = {answer.name: answer.text for answer in answers(ROOT, folder)} if (folder / "check.py").is_file() else {}
    if wrong not in texts:
        sys.exit(f"There is no answer {name!r}. {exercise or 'No exercise'} has: {', '.join(texts) or 'none'}")
    return texts[wrong]


if __name__ == "__main__":
    print(show("".join(sys.argv[1:])), end="")
