"""Load a reader's file, check it, and say in words what is wrong.

Shared by the check.py of every exercise.
"""

import argparse
import ast
import importlib.util
import linecache
import random
import re
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

import torch
from torch.overrides import TorchFunctionMode

T = TypeVar("T")
seeds = random.Random()  # what --seed sets: no answer draws from it, and none sets it


ENTRIES = {  # words of a message: the entry of the handbook that explains it
    "mat1 and mat2 shapes cannot be multiplied": "errors/shapes#matmul-shapes",
    "must match the size of tensor b": "errors/shapes#broadcast-sizes",
    "is invalid for input of size": "errors/shapes#reshape-size",
    "view size is not compatible": "errors/shapes#view-of-transposed",
    "cannot be converted to Scalar": "errors/shapes#item-of-many",
    "Dimension out of range": "errors/shapes#dimension-range",
    "Sizes of tensors must match except": "errors/shapes#cat-sizes",
    "an invalid combination of arguments": "errors/shapes#wrong-arguments",
    "must have the same dtype": "errors/dtypes-and-devices#dtype-mismatch",
    "could not infer output dtype": "errors/dtypes-and-devices#mean-of-integers",
    "does not require grad and does not have": "errors/gradients#no-graph",
    "through the graph a second time": "errors/gradients#backward-twice",
    "only for scalar outputs": "errors/gradients#not-scalar",
    "a leaf Variable that requires grad": "errors/gradients#leaf-in-place",
    "modified by an inplace operation": "errors/gradients#modified-in-place",
    "on Tensor that requires grad": "errors/gradients#numpy-requires-grad",
    "more than one value is ambiguous": "errors/losses#loss-class-called",
}
BACK_DOORS = re.compile(  # to functions that a check refuses
    r"(eval|exec|__import__|importlib|sys\.modules|torch\.(ops|_C|_VF|_refs|_decomp))\b"
)


class Wrong(Exception):
    """The answer is not right: what was asked, what that told, and a hint."""

    def __init__(self, call: str, hint: str, **told: object) -> None:
        lines = [f"{name + ':':9} {what}" for name, what in told.items()]
        super().__init__("\n".join([call, *lines, f"hint: {hint}"]))


def close(got: Any, want: Any, rtol: float, atol: float) -> bool:
    if isinstance(want, torch.Tensor):
        return torch.allclose(got, want, rtol=rtol, atol=atol)
    if isinstance(want, float):
        return abs(got - want) <= atol + rtol * abs(want)  # nan is never right
    return got == want


def expect(
    call: str, got: Any, want: Any, hint: str, rtol: float = 1e-4, atol: float = 1e-6
) -> None:
    """Raise Wrong unless got is want: the same type and value, shape and dtype.

    Args:
        call: What was asked, as the reader would write it.
        got: What the reader's code returned.
        want: The right answer.
        hint: What to say if the values differ.
        rtol, atol: Tolerance for floats, as in torch.testing.assert_close.
    """
    if got is None:
        hint = (
            "the function returns None; end it with return and the result. Calls that "
            "only change something, such as backward(), return None themselves"
        )
    elif not isinstance(got, type(want)):
        hint = (
            f"the type should be {type(want).__name__}, yours is {type(got).__name__}"
        )
    elif isinstance(want, torch.Tensor) and got.shape != want.shape:
        hint = f"the shape should be {tuple(want.shape)}, yours is {tuple(got.shape)}"
        if [size for size in want.shape if size != 1] == [*got.shape]:
            hint += "; keepdim=True or unsqueeze keeps an axis of size 1"
        elif sorted(want.shape) == sorted(got.shape):
            hint += "; the axes are in another order"
    elif isinstance(want, torch.Tensor) and got.dtype != want.dtype:
        hint = f"the dtype should be {want.dtype}, yours is {got.dtype}"
    elif close(got, want, rtol, atol):
        return
    raise Wrong(call, expected=repr(want), got=repr(got), hint=hint)


def fresh() -> None:
    """Set the generators of Python, NumPy and torch to where nobody knows but --seed.

    Also after an answer set them.
    """
    seed = seeds.randrange(2**32)
    random.seed(seed)
    torch.manual_seed(seed)
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed(seed)


def cases(items: Iterable[T]) -> Iterator[T]:
    """Go through the items, with fresh random numbers for each."""
    for item in items:
        fresh()
        yield item


def load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        sys.exit(f"{path} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def imports(module: ModuleType) -> set[str]:
    """The packages that the reader's file imports, anywhere in it."""
    names = set()
    source = Path(str(module.__file__)).read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module.partition(".")[0])
    return names


def expect_no_back_door(path: Path) -> None:
    """Raise Wrong if the file gets at a function past its name, by which checks go."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
        if isinstance(node, ast.Name | ast.Attribute):
            names.add(ast.unparse(node))
        elif isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    if found := {door[0] for name in names if (door := BACK_DOORS.match(name))}:
        raise Wrong(
            f"{path.name} uses {', '.join(sorted(found))}",
            hint="import functions and call them by their names",
        )


class Count(TorchFunctionMode):
    """Counts the steps of an answer.

    These are operations of torch, numbers from tolist() and lines of the reader's file.
    """

    def __init__(self, module: ModuleType) -> None:
        super().__init__()
        self.file, self.number, self.before = module.__file__, 0, None

    def __torch_function__(
        self, func: Any, types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        self.number += args[0].numel() if func is torch.Tensor.tolist else 1
        return func(*args, **(kwargs or {}))

    def __enter__(self) -> "Count":
        self.before = sys.gettrace()
        sys.settrace(self.trace)
        return super().__enter__()

    def __exit__(self, exc_type: Any, exc_val: Any, exc_tb: Any) -> None:
        sys.settrace(self.before)
        super().__exit__(exc_type, exc_val, exc_tb)

    def trace(self, frame: Any, event: str, arg: Any) -> Any:
        self.number += event == "line" and frame.f_code.co_filename == self.file
        return self.trace


def expect_no_loop(
    module: ModuleType, told: str, call: Callable[[int], Any], hint: str
) -> None:
    """Raise Wrong if call(42) takes the answer many more steps than call(2).

    So it does with a loop over so many things.
    """
    steps = []
    for number in (2, 42):
        with Count(module) as count:
            call(number)
        steps.append(count.number)
    if steps[1] >= steps[0] + 40:
        raise Wrong(
            told,
            expected="about the same number of steps",
            got=f"{steps[0]} and {steps[1]}",
            hint=hint,
        )


def raised(error: Exception, path: Path) -> str:
    """The message, the line of the reader's file, and the tensors that stand there."""
    message = re.sub(r"\x1b\[[0-9;]*m", "", f"{type(error).__name__}: {error}")
    frames = [
        (frame, line)
        for frame, line in traceback.walk_tb(error.__traceback__)
        if Path(frame.f_code.co_filename) == path.absolute()
    ]
    if not frames:
        return f"{path.name} raises {message}"
    frame, line = frames[-1]
    linecache.checkcache(str(path))  # a notebook writes the file again
    told = [
        f"{path.name}, line {line} raises {message}",
        f"    {linecache.getline(str(path), line).strip()}",
    ]
    for name, value in frame.f_locals.items():
        if isinstance(value, torch.Tensor):
            told.append(f"{name}: shape {tuple(value.shape)}, dtype {value.dtype}")
    told += [f"see {entry}" for words, entry in ENTRIES.items() if words in message][:1]
    return "\n".join(told)


def main(
    check: Callable[[ModuleType], str | None], hints: str = "", right: str = ""
) -> None:
    """Check the file named on the command line, or exercise.py beside the check.

    The exit status is 0 only if it is right.

    Args:
        check: Raises Wrong, or returns what the answer reached, in words.
        hints: What --hints prints; the page has it in a fold.
        right: What a right answer hears after that: one thing to try next.
    """
    parser = argparse.ArgumentParser(
        description="Check an answer, and say what is wrong with it."
    )
    parser.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        type=Path,
        help="your answer; without it, answer.py or else exercise.py beside the check",
    )
    parser.add_argument(
        "--seed",
        metavar="N",
        type=int,
        help="draw the same numbers again as in another run",
    )
    parser.add_argument("--hints", action="store_true", help="hints, and no check")
    asked = parser.parse_args()
    if asked.hints:
        print(hints or "This exercise has no hints.")
        return
    beside = Path(sys.argv[0]).resolve()
    mine = beside.with_name("answer.py")
    starter = beside.with_name("exercise.py")
    path = asked.file or (mine if mine.is_file() else starter)
    if not path.is_file():
        sys.exit(f"There is no file {path}. Usage: {parser.format_usage()[7:].strip()}")
    seed = random.SystemRandom().randrange(10**6) if asked.seed is None else asked.seed
    seeds.seed(seed)
    fresh()
    try:
        expect_no_back_door(path)
        module = load(path)
        fresh()
        reached = check(module)
    except Wrong as wrong:
        print(wrong)
    except Exception as error:
        print(raised(error, path))
    else:
        print(" ".join(text for text in ("Right.", reached, right) if text))
        return
    if asked.seed is None:
        again = f"python {' '.join(sys.argv)} --seed {seed} shows this case again"
        print(again + "; --hints gives hints" * bool(hints))
    sys.exit(1)
