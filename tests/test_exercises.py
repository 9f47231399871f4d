"""Every exercise's checker is proved."""

import re
import runpy
import shutil
import subprocess
import sys
from types import SimpleNamespace

import exercises
import pytest
import torch
from harness import BOOK, ROOT

from handbook import Broken
from handbook.tables import entries

FOLDERS = sorted(path.parent for path in ROOT.glob("examples/exercises/**/check.py"))
BOARD = ROOT / "examples/exercises/foundations/tensors/checkerboard"
SOLUTION = ROOT / "examples/solutions/foundations/tensors/checkerboard/solution.py"
ONCE_MORE = r"MNIST subset|dataset\[0\]\[0\].shape"  # the same guards on real files
each = pytest.mark.parametrize(
    "folder", FOLDERS, ids=lambda path: path.relative_to(ROOT / "examples/exercises").as_posix()
)


@each
def test_checker(folder):
    exercises.check_exercise(ROOT, folder)


@pytest.mark.slow
@each
def test_checker_in_any_run(folder):
    exercises.check_exercise(ROOT, folder, seeds=range(50), timeout=600)


@pytest.mark.slow
@each
def test_every_guard_is_needed(folder, tmp_path):
    """Without any one of its guards, a checker is found out by a wrong answer that only this guard refuses."""
    for name in ("exercises", "solutions", "data/mnist-subset", "projects/mini-framework"):
        shutil.copytree(ROOT / "examples" / name, tmp_path / "examples" / name)
    check = tmp_path / folder.relative_to(ROOT) / "check.py"
    unneeded = []
    for guard, source in exercises.without_each_guard(check.read_text(encoding="utf-8")):
        check.write_text(source, encoding="utf-8")
        try:
            exercises.check_exercise(tmp_path, check.parent, seeds=[1])
        except Broken:
            continue
        unneeded.append(guard)
    assert not [guard for guard in unneeded if not re.search(ONCE_MORE, guard)]


@pytest.mark.slow
def test_checker_where_no_process_can_fork(monkeypatch):
    monkeypatch.setattr(exercises, "CAN_FORK", False)
    exercises.check_exercise(ROOT, BOARD)


def test_check_from_the_command_line(tmp_path):
    """As a reader runs it, from another folder: an answer that raises, its tensors, and the same numbers again."""
    answer = "import torch\n\n\ndef checkerboard(rows, columns):\n    row = torch.ones(1, 7)\n    return row @ row\n"
    (tmp_path / "mine.py").write_text(answer, encoding="utf-8")
    line = [sys.executable, str(BOARD / "check.py"), "mine.py"]
    done = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.returncode == 1 and not done.stderr
    first, code, row, see = done.stdout.splitlines()[:4]
    assert first.startswith("mine.py, line 6 raises RuntimeError: mm: mat1 and mat2 shapes")
    assert (code, row) == ("    return row @ row", "row: shape (1, 7), dtype torch.float32")
    assert see == "see errors/shapes#matmul-shapes"
    assert "mine.py --seed " in done.stdout.splitlines()[-1]


def test_what_the_check_says():
    status, right = exercises.run(ROOT, BOARD, str(SOLUTION))
    assert status == 0 and right.startswith("Right. ")
    assert "--hints gives hints" in exercises.run(ROOT, BOARD)[1]
    assert exercises.run(ROOT, BOARD, "--hints")[1].startswith("`torch.arange` gives row numbers")
    assert "There is no file nothing.py" in exercises.run(ROOT, BOARD, "nothing.py")[0]


def test_seed_shows_a_case_again():
    status, first = exercises.run(ROOT, BOARD)
    case, _, line = first.rstrip().rpartition("\n")
    assert (status, case + "\n") == exercises.run(ROOT, BOARD, *line.split()[2:4]) != exercises.run(ROOT, BOARD)


def test_answer_that_seeds_gets_new_cases(tmp_path):
    seeding = """\
import random

import torch

def checkerboard(rows, columns):
    print("asked for", rows, columns)
    random.seed(0)
    torch.manual_seed(0)
    return (torch.arange(rows).reshape(rows, 1) + torch.arange(columns)) % 2
"""
    (tmp_path / "seeding.py").write_text(seeding, encoding="utf-8")
    status, output = exercises.run(ROOT, BOARD, str(tmp_path / "seeding.py"), "--seed", "0")
    assert status == 0
    assert len({*output.splitlines()}) > 10


DOORS = (
    "from importlib import import_module",
    "import importlib.util",
    "import torch._C",
    "from torch.ops import aten",
    "torch.ops.aten._cdist_forward",
    "import sys; sys.modules['sklearn.metrics']",
    "__import__('math')",
    "eval('1 + 1')",
    "exec('')",
)


@pytest.mark.parametrize("line", DOORS)
def test_a_function_has_to_be_called_by_its_name(line, tmp_path):
    (tmp_path / "mine.py").write_text(SOLUTION.read_text(encoding="utf-8") + f"\n{line}\n", encoding="utf-8")
    status, output = exercises.run(ROOT, BOARD, str(tmp_path / "mine.py"))
    assert status == 1 and "hint: import functions and call them by their names" in output


def test_names_that_are_no_back_door(tmp_path, checking):
    lines = "from torchvision import ops", "model.eval()", "model.modules()", "evaluate = sys.stderr"
    (tmp_path / "mine.py").write_text("\n".join(lines), encoding="utf-8")
    checking.expect_no_back_door(tmp_path / "mine.py")
    for solution in ROOT.glob("examples/solutions/**/solution.py"):
        checking.expect_no_back_door(solution)


NUMBERS, NAN = torch.tensor([1.0, 2.0]), float("nan")
REFUSED = {
    "nothing": (None, 1, "the function returns None"),
    "type": (1.0, 1, "the type should be int, yours is float"),
    "value": (2, 1, "HINT"),
    "float": (1.1, 1.0, "HINT"),
    "nan": (NAN, 1.0, "HINT"),
    "shape": (NUMBERS.reshape(2, 1), NUMBERS, "the shape should be (2,), yours is (2, 1)"),
    "dtype": (NUMBERS.double(), NUMBERS, "the dtype should be torch.float32, yours is torch.float64"),
    "tensor": (NUMBERS + 0.1, NUMBERS, "HINT"),
    "nan in a tensor": (NUMBERS * NAN, NUMBERS, "HINT"),
}


@pytest.fixture
def checking():
    return SimpleNamespace(**runpy.run_path(str(ROOT / "examples/exercises/checking.py")))


@pytest.mark.parametrize("name", REFUSED)
def test_expect_refuses(name, checking):
    got, want, hint = REFUSED[name]
    with pytest.raises(checking.Wrong, match=re.escape(f"hint: {hint}")):
        checking.expect("call()", got, want, "HINT")


@pytest.mark.parametrize(
    ("got", "hint"), [(NUMBERS[:, None], "another order"), (NUMBERS, "keepdim=True"), (1 - NUMBERS[:1], "")]
)
def test_expect_says_more_of_a_shape(got, hint, checking):
    with pytest.raises(checking.Wrong) as wrong:
        checking.expect("call()", got, NUMBERS[None], "HINT")
    last = str(wrong.value).splitlines()[-1]
    assert hint in last and ("keepdim" in last) + ("order" in last) == bool(hint)


def test_entries_explain_the_messages(checking):
    """Each stands on its page, below a heading with these words."""
    headings = {f"{page.name}#{entry['slug']}": entry["words"] for page, entry in entries(BOOK)}
    assert not {words: place for words, place in checking.ENTRIES.items() if words not in headings.get(place, "")}


def test_answer_of_ones_own_comes_first(tmp_path):
    """In a clone, where the starter belongs to git."""
    shutil.copytree(ROOT / "examples/exercises", tmp_path / "examples/exercises")
    folder = tmp_path / BOARD.relative_to(ROOT)
    assert exercises.run(tmp_path, folder)[0] == 1
    shutil.copy(SOLUTION, folder / "answer.py")
    assert exercises.run(tmp_path, folder)[0] == 0


def test_a_file_that_was_written_again_shows_its_new_line(tmp_path, checking):
    """As in a notebook, where one process runs each attempt."""
    path, shown = tmp_path / "exercise.py", []
    for line in ("1 / 0", "int('no number')"):
        path.write_text(f"{line}\n", encoding="utf-8")
        try:
            runpy.run_path(str(path))
        except (ZeroDivisionError, ValueError) as error:
            shown.append(checking.raised(error, path).splitlines()[1].strip())
    assert shown == ["1 / 0", "int('no number')"]


@pytest.mark.parametrize("got", [1 + 1e-6, NUMBERS + 1e-6])
def test_expect_accepts_what_is_close(got, checking):
    checking.expect("call()", got, 1.0 if isinstance(got, float) else NUMBERS, "HINT")


def test_wrong_answer_is_printed():
    assert "image.shape[-2]" in exercises.show("data/images/flip-boxes/height")
