"""A small handbook is broken in one way at a time: each break is caught at its place, and harmless noise passes."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import exercises
import harness
import mkdocs.commands.build
import mkdocs.config
import pytest
import rules
from harness import ROOT, Job
from scripts import Broken, Script

SCRIPT = '''\
"""Add numbers."""

# --8<-- [start:sum]
import torch

torch.manual_seed(0)
numbers = torch.randn(4)
print("sum", numbers.sum(), "of", len(numbers))
# --8<-- [end:sum]

# --8<-- [start:loop]
for step in range(3):
    print(f"step {step}: {0.5 ** step:.3f}")
# --8<-- [end:loop]

# --8<-- [start:draw]
import matplotlib.pyplot as plt

figure, axes = plt.subplots()
axes.plot([0, 1, 4, 9])
figure.savefig("squares.svg")
# --8<-- [end:draw]
'''
GPU = '''\
"""Name the device."""
# handbook: cuda

# --8<-- [start:device]
import torch

print(torch.zeros(2, device="cuda"))
# --8<-- [end:device]
'''
FRONT = "---\nlevel: beginner\nminutes: 5\nobjectives: [add numbers]\n---\n\n"
PAGE = """\
# Sums

```python
--8<-- "examples/basics/sums.py:sum"
```

```text
--8<-- "snippets/outputs/basics/sums/sum.txt"
```

A [link](gpu.md#on-a-gpu), and then:

```python
--8<-- "examples/basics/sums.py:loop"
```

```text
--8<-- "snippets/outputs/basics/sums/loop.txt"
```

```figure
basics/sums/squares.svg
A curve through 0, 1, 4 and 9, ever steeper.
```

```python
--8<-- "examples/basics/sums.py:draw"
```

## Exercise

**Double it.** A number twice.

```python
--8<-- "examples/exercises/basics/sums/double/exercise.py"
```

??? success "Solution"
    ```python
    --8<-- "examples/exercises/basics/sums/double/solution.py"
    ```
"""
GPU_PAGE = """\
# On a GPU

```python
--8<-- "examples/basics/gpu.py:device"
```

```text
--8<-- "snippets/outputs/basics/gpu/device.txt"
```
"""
CHECK = """\
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import expect, main


def check(module):
    number = random.randint(1, 99)
    expect(f"double({number})", module.double(number), 2 * number, "twice the number")


main(check)
"""
WRONG = """\
[same]
hint = "twice the number"
edits = [["2 * number", "number"]]

[text]
hint = "the type should be int"
edits = [["2 * number", "str(number)"]]
"""
EXERCISE = "examples/exercises/basics/sums/double"
SITE = "nav: [index.md, basics/sums.md, basics/gpu.md]\n"


@pytest.fixture(scope="module")
def healthy(tmp_path_factory):
    """The small handbook, recorded, in order."""
    root = tmp_path_factory.mktemp("handbook")
    files = {
        "examples/basics/sums.py": SCRIPT,
        "examples/basics/gpu.py": GPU,
        "docs/index.md": "# Home\n",
        "docs/basics/sums.md": FRONT + PAGE,
        "docs/basics/gpu.md": FRONT + GPU_PAGE,
        "snippets/outputs/basics/gpu/device.txt": "tensor([0., 0.], device='cuda:0')\n",
        f"{EXERCISE}/exercise.py": "def double(number):\n    pass\n",
        f"{EXERCISE}/solution.py": "def double(number):\n    return 2 * number\n",
        f"{EXERCISE}/check.py": CHECK,
        f"{EXERCISE}/wrong.toml": WRONG,
        "examples/exercises/checking.py": (ROOT / "examples/exercises/checking.py").read_text(encoding="utf-8"),
        "mkdocs.yml": (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("nav:\n")[0] + SITE,
        "pyproject.toml": (ROOT / "pyproject.toml").read_text(encoding="utf-8"),
        "snippets/glossary.md": "*[SGD]: stochastic gradient descent\n",
    }
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    for folder in ("hooks", "docs/assets"):
        shutil.copytree(ROOT / folder, root / folder, ignore=shutil.ignore_patterns("__pycache__"))
    sums, gpu = Script(root, "basics/sums"), Script(root, "basics/gpu")
    job = Job(sums, "cpu", tmp_path_factory.mktemp("run"))
    harness.record(job, harness.run(job))
    for script, device in ((sums, "cpu"), (gpu, "cuda")):
        stamp = {"digest": script.digest, "torch": "2.15.0", "date": "2026-11-21"}
        script.verified(device).parent.mkdir(parents=True, exist_ok=True)
        script.verified(device).write_text(json.dumps(stamp), encoding="utf-8")
    return root


@pytest.fixture
def site(healthy, tmp_path, monkeypatch):
    root = tmp_path / "handbook"
    shutil.copytree(healthy, root)
    monkeypatch.setattr(rules, "WITHOUT_EXERCISES", ("docs/index.md", "docs/basics/gpu.md"))
    return root


def build(root: Path) -> None:
    """mkdocs build --strict; its warnings become the message."""
    import logging

    warnings = []
    handler = logging.Handler(logging.WARNING)
    handler.emit = lambda record: warnings.append(record.getMessage())
    logging.getLogger("mkdocs").addHandler(handler)
    try:
        config = mkdocs.config.load_config(str(root / "mkdocs.yml"), site_dir=str(root / "site"), strict=True)
        mkdocs.commands.build.build(config)
    except (SystemExit, Exception) as error:
        raise Broken("\n".join([*warnings, str(error)])) from None
    finally:
        logging.getLogger("mkdocs").removeHandler(handler)


def examine(root: Path, timeout: float = 60, check_timeout: float = 60) -> None:
    """All that the test suite asks of a handbook; raises Broken at the first fault."""
    for page in rules.pages(root):
        rules.check_page(root, page)
        rules.check_headings(root, page)
    rules.check_all_shown(root)
    rules.check_front_matter(root)
    rules.check_exercises(root)
    exercises.check_exercise(root, root / EXERCISE, timeout=check_timeout)
    script = Script(root, "basics/sums")
    folder = root / "run"
    folder.mkdir()
    job = Job(script, "cpu", folder, timeout=timeout)
    if found := harness.differences(job, harness.run(job)):
        raise Broken("\n".join(found))
    for script in Script.all(root):
        rules.check_verified(script)
    build(root)


S, P, G = "examples/basics/sums.py", "docs/basics/sums.md", "docs/basics/gpu.md"
OUT = "snippets/outputs/basics/sums"
C, W = f"{EXERCISE}/check.py", f"{EXERCISE}/wrong.toml"
FIG = "snippets/figures/basics/sums/squares.svg"
BREAKS = {  # what is done: (file, text, its replacement or None to delete the file, what the message says)
    "code edited": (S, "manual_seed(0)", "manual_seed(1)", rf"{S}:4: section 'sum' of {P} prints something else"),
    "call that does not exist": (S, "torch.randn(4)", "torch.randnn(4)", rf"{S}:7\nAttributeError"),
    "code changed, output the same": (S, "0.5 ** step", "0.5 ** (1 * step)", rf"{S}:1: changed since it was verified"),
    "print deleted": (S, 'print("sum", numbers.sum(), "of", len(numbers))\n', "", rf"{S}:4: section 'sum'"),
    "unseeded": (S, "torch.manual_seed(0)\n", "torch.seed()\n", rf"{S}:4: section 'sum'"),
    "float edited beyond tolerance": (f"{OUT}/loop.txt", "0.250", "0.260", rf"{S}:12: section 'loop'"),
    "integer edited": (f"{OUT}/loop.txt", "step 2", "step 3", rf"{S}:12: section 'loop'"),
    "word edited": (f"{OUT}/sum.txt", "of", "off", rf"{S}:4: section 'sum'"),
    "recorded line deleted": (f"{OUT}/loop.txt", "step 2: 0.250\n", "", rf"{S}:12: section 'loop'"),
    "record deleted": (f"{OUT}/loop.txt", "", None, rf"{P}:23: .*loop.txt is not recorded"),
    "raises": (S, 'figure.savefig("squares.svg")', "torch.zeros(2) @ torch.zeros(3)", rf"{S}:21\nRuntimeError"),
    "expected error does not come": (S, "\n\n# --8", '\n# handbook: raises=ValueError\n\n# --8', rf"{S}:2: ValueError did not"),
    "expected warning does not come": (S, "\n\n# --8", "\n# handbook: warns=FutureWarning\n\n# --8", rf"{S}:2: FutureWarning"),
    "deprecated call": (S, "torch.randn(4)", "torch.randn(4); torch.cuda.amp.autocast()", rf"{S}:7: FutureWarning"),
    "hangs": (S, "numbers = ", "import time; time.sleep(60); numbers = ", rf"{S}: still running after 3 s"),
    "process dies": (S, "numbers = ", "import os; os.kill(os.getpid(), 9); numbers = ", rf"{S}: its process died with exit status -9"),
    "leaves early": (S, "numbers = ", "raise SystemExit(3); numbers = ", rf"{S}:7\nSystemExit: 3"),
    "figure's data edited": (S, "[0, 1, 4, 9]", "[0, 1, 4, 8]", rf"{S}:1: draws another squares.svg than {P} shows"),
    "figure edited": (FIG, "#aa0001", "#aa0002", rf"{S}:1: draws another squares.svg"),
    "figure deleted": (FIG, "", None, rf"{P}:27: there is no figure"),
    "figure no longer drawn": (S, 'figure.savefig("squares.svg")\n', "", rf"{S}:1: no longer draws squares.svg"),
    "figure without words": (P, "A curve through 0, 1, 4 and 9, ever steeper.\n", "", rf"{P}:27: say below"),
    "section renamed in the script": (S, ":loop]", ":count]", rf"{P}:19: {S} has no section 'loop'"),
    "section renamed on the page": (P, "sums.py:loop", "sums.py:count", rf"{P}:19: {S} has no section 'count'"),
    "section not closed": (S, "# --8<-- [end:draw]\n", "", rf"{S}:16: section 'draw' never ends"),
    "section in a section": (S, "# --8<-- [end:sum]\n", "", rf"{S}:10: .*nested"),
    "section twice": (S, "[start:draw]", "[start:loop]", rf"{S}:16: .*repeated"),
    "half a statement in a section": (S, "for step in range(3):\n", "", rf"{S}:12: .*'loop' is not made of whole statements|{S}:12: unexpected indent"),
    "marker mistyped": (S, "# --8<-- [start:loop]", "# -8<- [start:loop]", rf"{S}:11: not a section marker"),
    "code outside of the sections": (S, "\n\n# --8<-- [start:draw]", "\nx = 1\n# --8<-- [start:draw]", rf"{S}:15: code outside"),
    "unknown header word": (S, "\n\n# --8", "\n# handbook: gpu\n\n# --8", rf"{S}:2: unknown header word 'gpu'"),
    "syntax error": (S, "range(3)", "range(3", rf"{S}:12: "),
    "space after an include": (P, 'sums.py:loop"\n', 'sums.py:loop" \n', rf"{P}:20: Python on a page comes from a file"),
    "include escaped": (P, '--8<-- "examples/basics/sums.py:loop', ';--8<-- "examples/basics/sums.py:loop', rf"{P}:20: "),
    "include mangled": (P, '--8<-- "examples/basics/sums.py:loop', '-8<- "examples/basics/sums.py:loop', rf"{P}:20: "),
    "include outside of a fence": (P, "A [link]", '--8<-- "examples/basics/sums.py:sum"\n\nA [link]', rf"{P}:17: an include outside"),
    "block typed by hand": (P, "A [link]", "```python\nprint(1)\n```\n\nA [link]", rf"{P}:18: Python on a page"),
    "~~~ block typed by hand": (P, "A [link]", "~~~py\nprint(1)\n~~~\n\nA [link]", rf"{P}:18: Python on a page"),
    "console session typed by hand": (P, "A [link]", "```pycon\n>>> 1\n```\n\nA [link]", rf"{P}:18: Python on a page"),
    "block without a language": (P, "A [link]", "```\nprint(1)\n```\n\nA [link]", rf"{P}:17: a block without a language"),
    "indented block": (P, "A [link]", "Look:\n\n    print(1)\n\nA [link]", r"basics/sums.md: a code block without a language"),
    "output typed by hand": (P, '--8<-- "snippets/outputs/basics/sums/sum.txt"', "sum 1.0 of 4", rf"{P}:14: a text block"),
    "block not closed": (P, '/solution.py"\n    ```', '/solution.py"\n', rf"{P}:45: the block never ends"),
    "script on no page": ("examples/basics/extra.py", "", SCRIPT, r"examples/basics/extra.py:1: on no page"),
    "script named like a module": ("examples/basics/random.py", "", SCRIPT, r"examples/basics/random.py:1: hides the module 'random'"),
    "record of nothing": (f"{OUT}/old.txt", "", "1\n", rf"{OUT}/old.txt:1: the record of nothing"),
    "figure on no page": ("snippets/figures/basics/sums/old.svg", "", "<svg/>", r"sums/old.svg:1: on no page"),
    "verified record of nothing": ("snippets/verified/cpu/old.json", "", "{}", r"cpu/old.json:1: the record of a script"),
    "section left off the page": (P, '```python\n--8<-- "examples/basics/sums.py:draw"\n```\n', "", rf"{S}:17: section 'draw' is not on"),
    "sections swapped": (P, "sums.py:draw", "sums.py:sum", rf"{P}:32: section 'sum' of {S} is out of order"),
    "output below other code": (P, "sums/sum.txt", "sums/loop.txt", rf"{P}:13: .*not right below the code"),
    "script of another page": (P, "A [link]", '```python\n--8<-- "examples/basics/gpu.py:device"\n```\n\nA [link]', rf"{P}:17: .*belongs to {G}"),
    "dead link": (P, "gpu.md#on-a-gpu", "gone.md", r"'basics/sums.md' contains a link 'gone.md'"),
    "dead anchor": (P, "#on-a-gpu", "#elsewhere", r"'basics/sums.md' contains a link 'gpu.md#elsewhere'"),
    "page not in the navigation": ("mkdocs.yml", ", basics/gpu.md", "", r"not included in the \"nav\"[\s\S]*basics/gpu.md"),
    "navigation to nowhere": ("mkdocs.yml", "basics/gpu.md", "basics/gone.md", r"basics/gone.md"),
    "formula that does not exist": (P, "A [link]", r"$\nosuch{x}$ A [link]", r"nosuch"),
    "two titles": (P, "## Exercise", "# Exercise", rf"{P}:1: a page has one title"),
    "heading level left out": (P, "## Exercise", "### Exercise", rf"{P}:36: a heading of level 3"),
    "no objectives": (P, "objectives: [add numbers]\n", "", rf"{P}:1: front matter needs minutes"),
    "requires in a circle": (P, "level: beginner", "level: beginner\nrequires: [basics/sums.md]", rf"{P}:1: requires itself"),
    "CUDA script edited after its record": ("examples/basics/gpu.py", "zeros(2", "zeros(3", r"examples/basics/gpu.py:1: changed since it was verified on CUDA"),
    "CUDA record edited": ("snippets/outputs/basics/gpu/device.txt", "0., 0.", "0., 1.", r"gpu.py:1: changed since it was verified on CUDA"),
    "exercise gone from its page": (P, f'{EXERCISE}/solution.py', f'{EXERCISE}/exercise.py', rf"{EXERCISE}/solution.py:1: not on {P}"),
    "checker that accepts anything": (C, "module.double(number), 2", "2 * number, 2", rf"{C}:1: the starter should fail"),
    "solution that is wrong": (f"{EXERCISE}/solution.py", "return", "number += 1; return", rf"{EXERCISE}/solution.py:1: not accepted"),
    "hint that does not fit": (W, "twice the", "half the", rf"{W}:1: same should get its hint"),
    "hint in some runs only": (C, '"twice the number"', '"twice the number" if number > 30 else "double it"', rf"{W}:1: same should get its hint; --seed [23]"),
    "starter that raises": (f"{EXERCISE}/exercise.py", "pass", "return number / 0", rf"{C}:1: the starter should fail with a hint"),
    "checker that hangs": (C, "number = ", "import time; time.sleep(60); number = ", rf"{C}:1: does not end with exercise --seed 1"),
    "checker that dies": (C, "number = ", "import os; os._exit(3); number = ", rf"{C}:1: breaks off with exercise --seed 1"),
    "one wrong answer": (W, WRONG.partition("\n\n")[2], "", rf"{C}:1: at least two wrong answers"),
    "wrong answer without a hint": (W, 'hint = "twice the number"\n', "", rf"{W}:1: same does not say which hint"),
    "wrong answer of another solution": (W, '"2 * number", "str', '"3 * number", "str', rf"{W}:5: text replaces what is 0 times in solution.py"),
    "wrong answer in two places": (W, '"2 * number", "str', '"number", "str', rf"{W}:5: text replaces what is 2 times"),
    "solution not folded": (P, '??? success', '!!! success', rf"{P}:46: the solution of double is not in a fold"),
    "solution in an open fold": (P, '??? success', '???+ success', rf"{P}:46: the solution of double is not in a fold"),
    "exercise without a title": (P, "**Double it.** ", "", rf"{P}:41: basics/sums/double has no title"),
    "page without an exercise": ("docs/basics/more.md", "", FRONT + "# More\n", r"docs/basics/more.md:1: no exercise in examples/exercises/basics/more"),
    "exercise without a page": ("examples/exercises/basics/gone/one/exercise.py", "", "pass\n", r"basics/gone/one/exercise.py:1: there is no page docs/basics/gone.md"),
}  # fmt: skip
NOISE = {
    "float within tolerance": (f"{OUT}/loop.txt", "0.250", "0.251"),
    "spaces in a tensor": (f"{OUT}/sum.txt", "of", "  of"),
    "comment edited": (S, "import torch\n", "import torch  # the library\n"),
    "prose edited": (P, "and then", "and after that"),
    "line endings of Windows": (S, "\n", "\r\n"),
}


def edit(root: Path, file: str, old: str, new: str | None) -> None:
    path = root / file
    if new is None:
        path.unlink()
        return
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    assert old in text, f"{file} does not contain {old!r}"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        text.replace(old, new, -1 if new == "\r\n" or ":count]" in new else 1), encoding="utf-8", newline=""
    )


def restamp(root: Path) -> None:
    """What make record does after an intended change of a record."""
    script = Script(root, "basics/sums")
    stamp = json.loads(script.verified("cpu").read_text(encoding="utf-8"))
    script.verified("cpu").write_text(json.dumps(stamp | {"digest": script.digest}), encoding="utf-8")


def test_healthy(site):
    examine(site)


@pytest.mark.parametrize("name", BREAKS)
def test_break_is_caught(site, name):
    file, old, new, message = BREAKS[name]
    edit(site, file, old, new)
    with pytest.raises(Broken) as caught:
        examine(site, timeout=3 if name == "hangs" else 60, check_timeout=3 if name == "checker that hangs" else 60)
    assert re.search(message, str(caught.value)), str(caught.value)


@pytest.mark.parametrize("name", NOISE)
def test_noise_passes(site, name):
    edit(site, *NOISE[name])
    restamp(site)
    examine(site)


GUARDS = {  # a guard to take out: the break that only it catches
    "same": (harness.Tolerance, lambda *_: True, "float edited beyond tolerance"),
    "check_verified": (rules, lambda *_: None, "code changed, output the same"),
    "check_all_shown": (rules, lambda *_: None, "verified record of nothing"),
    "check_exercise": (exercises, lambda *_, **__: None, "solution that is wrong"),
}


@pytest.mark.parametrize("guard", GUARDS)
def test_it_is_the_guard_that_catches(site, guard, monkeypatch):
    place, nothing, name = GUARDS[guard]
    file, old, new, _ = BREAKS[name]
    edit(site, file, old, new)
    if guard != "check_verified":
        restamp(site)
    monkeypatch.setattr(place, guard, nothing)
    examine(site)


def test_stale_cuda_output_is_not_shown(site):
    edit(site, "examples/basics/gpu.py", "zeros(2", "zeros(3")
    build(site)
    html = (site / "site/basics/gpu/index.html").read_text(encoding="utf-8")
    assert "Changed since 2026-11-21" in html and "make record DEVICE=cuda" in html
    assert "tensor([0., 0.], device=" not in html
