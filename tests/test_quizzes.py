"""What a question calls right is what its code does, and each other answer is what an edit of the code does."""

import contextlib
import io
import os
import re
import shutil
import subprocess
import sysconfig
import tempfile
import traceback
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import processors
import pytest
import torch
from child import Child
from harness import BOOK, ROOT

from handbook import Broken, quizzes
from handbook.book import write
from handbook.scripts import marked

PAGES = [name for name in BOOK.pages if quizzes.file(ROOT, name).is_file()]
LIMIT = 60  # seconds for the code of a page


def outcome(code: str) -> str:
    """What it prints, its warnings too, and the first line of the error that it ends with."""
    printed = io.StringIO()
    torch.manual_seed(0)
    with warnings.catch_warnings(), contextlib.redirect_stdout(printed), tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        warnings.simplefilter("always")
        warnings.showwarning = lambda message, category, *_: print(f"{category.__name__}: {first_line(message)}")
        try:
            exec(compile(code, "question.py", "exec"), {"__name__": "__main__"})
        except Exception as error:
            print("".join(traceback.format_exception_only(error)).splitlines()[0])
        os.chdir(ROOT)
    return "".join(f"{line.rstrip()}\n" for line in printed.getvalue().splitlines())


def first_line(message: object) -> str:
    return str(message).partition("\n")[0].partition(" (Triggered internally")[0]


def work(send: Callable, root: Path, page: str, environment: dict[str, str]) -> None:
    os.environ.update(environment)
    torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "1")))
    send([(question, answer.name, outcome(answer.code)) for question, answer in answers(root, page)])


def answers(root: Path, page: str) -> list[tuple[str, quizzes.Answer]]:
    """Each answer with the name of its question, the right one first."""
    asked = quizzes.questions(root, page)
    return [(name, one) for name in asked for one in sorted(asked[name].answers, key=lambda answer: answer.name)]


def run(root: Path, page: str, processor: str = "") -> list[tuple[str, str, str]]:
    """Question, answer and what its code did; in a fresh process, which has not computed as another processor."""
    with Child(work, root, page, processors.environment(processor), fresh=bool(processor)) as child:
        return child.receive(LIMIT)


def faults(root: Path, page: str, found: list[tuple[str, str, str]]) -> Iterator[str]:
    """Where the records are not what the code did, and where two answers of a question are the same."""
    recorded = {(question, answer.name): answer.printed for question, answer in answers(root, page)}
    for question, answer, text in found:
        if recorded[question, answer] != text:
            yield f"{question}, {answer}: recorded {recorded[question, answer]!r}, and it does {text!r}"
    for name, question in quizzes.questions(root, page).items():
        if len({answer.label for answer in question.answers}) < len(question.answers):
            yield f"{name}: two answers are the same"


@pytest.mark.parametrize("page", PAGES)
def test_quiz(page, request):
    """Each answer is what its code does; it is recorded if it is the same on other processors."""
    found = run(ROOT, page)
    if request.config.option.update_examples:
        for name in processors.possible():
            assert run(ROOT, page, name) == found, f"comes out otherwise with PROCESSOR={name}"
        write(quizzes.records(ROOT, page), marked(found))
    assert not [*faults(ROOT, page, found)]


QUESTION = """\
[sum]
code = "print(1 + 1)"
right = "Numbers add up."
[[sum.wrong]]
edits = [["1 + 1", "'1' + '1'"]]
[[sum.wrong]]
edits = [["1 + 1", "1 + '1'"]]
"""
DONE = {"right": "2\n", "wrong-1": "11\n", "wrong-2": "TypeError: unsupported operand type(s) for +: 'int' and 'str'\n"}
BREAKS = {
    "code": ("1 + 1)", "1 + 1, 0)", "sum, right: recorded '2"),
    "edit": ("'1' + '1'", "'1' + '2'", "sum, wrong-1: recorded '11"),
    "same": (DONE["wrong-2"], DONE["right"], "sum: two answers are the same"),
    "place": ('["1 + 1", "1 + ', '["2 + 1", "1 + ', "examples/quizzes/a.toml:1: .* 0 times in the code: 2"),
    "few": ('[[sum.wrong]]\nedits = [["1 + 1", "1 + \'1\'"]]\n', "", "two wrong answers or more"),
}


@pytest.mark.parametrize("name", [*BREAKS, ""])
def test_break_of_a_question_is_caught(name, tmp_path):
    old, new, told = BREAKS.get(name, ("", "", ""))
    write(quizzes.file(tmp_path, "a"), QUESTION.replace(old, new))
    records = marked(("sum", answer, text) for answer, text in DONE.items())
    write(quizzes.records(tmp_path, "a"), records.replace(old, new))
    try:
        found = [*faults(tmp_path, "a", run(tmp_path, "a"))]
    except EOFError:  # the child has died of it
        with pytest.raises(Broken) as broken:
            quizzes.questions(tmp_path, "a")
        found = [str(broken.value)]
    assert (re.search(told, "\n".join(found)) and found) if name else not found


def test_every_question_is_asked():
    """Once, on its page; nothing is left of questions that are gone."""
    for page in BOOK.pages.values():
        assert sorted(" ".join(f.body) for f in page.fences if f.language == "quiz") == sorted(page.questions), page
    for suffix, folder in (("toml", "examples/quizzes"), ("txt", "snippets/quizzes")):
        files = (path.relative_to(ROOT / folder) for path in (ROOT / folder).glob(f"**/*.{suffix}"))
        assert sorted(file.with_suffix("").as_posix() for file in files) == sorted(PAGES)


def test_text_and_notebook_tell_of_each_answer():
    """The right one first, then of what code each other is."""
    for page in BOOK.pages.values():
        for question in page.questions.values():
            folded = quizzes.as_markdown(question).partition("<summary>Answer</summary>")[2]
            places = [folded.find(answer.words) for answer in sorted(question.answers, key=lambda a: bool(a.changed))]
            assert -1 < places[0] == min(places), f"{page}: {question.name}"


def test_pages_with_code_ask_three_to_six():
    """All but the home page, which only leads on."""
    coded = [page for page in BOOK.pages.values() if any(fence.language == "python" for fence in page.fences)]
    asked = {page.name: len(page.questions) for page in coded}
    assert {name: count for name, count in asked.items() if not 3 <= count <= 6} == {"index": 0}


def test_code_of_questions_is_set_as_scripts_are(tmp_path):
    """ruff finds no fault in any answer's code, and would set the question's own code as it is."""
    for page in PAGES:
        for question in quizzes.questions(ROOT, page).values():
            for answer in question.answers:
                write(tmp_path / page / f"{question.name}-{answer.name}.py", answer.code)
    ruff = str(shutil.which("ruff", path=sysconfig.get_path("scripts")))
    settings = ["--config", str(ROOT / "examples/ruff.toml"), "--no-cache", str(tmp_path)]
    for command in (["check", "--ignore", "D100,INP001", *settings], ["format", "--diff", *settings]):
        done = subprocess.run([ruff, *command], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
