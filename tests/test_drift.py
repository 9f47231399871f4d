"""A small handbook is broken in one way at a time: each break is caught at its place, and harmless noise passes."""

from __future__ import annotations

import ast
import contextlib
import json
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import comparison
import exercises
import harness
import mkdocs.commands.build
import mkdocs.config
import prose
import pytest
import record
import rules
from harness import ROOT, Job

from handbook import Broken, Handbook, Script, addresses
from handbook.new import UNFINISHED, new_exercise, new_page
from handbook.scripts import PAIRS, WORDS, table_of_runs

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
axes.plot([9, 4, 1, 0])
figure.savefig("cross.webp")
# --8<-- [end:draw]

# --8<-- [start:machine]
print("threads:", torch.get_num_threads())
# --8<-- [end:machine]
'''
GPU = '''\
"""Name the device."""
# handbook: cuda

# --8<-- [start:device]
import torch

print(torch.zeros(2, device="cuda"))
# --8<-- [end:device]
'''
CURVES = """\
```figure
basics/sums/squares.svg
A curve through 0, 1, 4 and 9, ever steeper.
```

```figure
basics/sums/cross.webp
The same curve, crossed by one that falls from 9 to 0.
```"""
FRONT = "---\nlevel: beginner\nminutes: 5\nobjectives: [add numbers]\n---\n\n"
PAGE = f"""\
# Sums

```python
--8<-- "examples/basics/sums.py:sum"
```

A [link](gpu.md#on-a-gpu), and then:

```python
--8<-- "examples/basics/sums.py:loop"
```

{CURVES}

```python
--8<-- "examples/basics/sums.py:draw"
```

```python
--8<-- "examples/basics/sums.py:machine"
```

## Exercise

**Double it.** A number twice.

```python
--8<-- "examples/exercises/basics/sums/double/exercise.py"
```

??? success "Solution"
    ```python
    --8<-- "examples/solutions/basics/sums/double/solution.py"
    ```
"""
GPU_PAGE = """\
# On a GPU

```python
--8<-- "examples/basics/gpu.py:device"
```

A file of 5 MB. `torch.zeros` makes it.

```bash
python examples/basics/sums.py
python -c "print(1 + 1)"
```

This prints `2`.
"""
ERROR = '''\
"""Divide by zero."""
# handbook: raises=ZeroDivisionError

# --8<-- [start:numbers]
total, count = 1, 0
# --8<-- [end:numbers]

# --8<-- [start:error]
print(total / count)
# --8<-- [end:error]
'''
ERRORS = """\
# Errors

## All entries

<!-- table: errors -->
"""
NUMBERS = """\
# Numbers

## division by zero { #division }

Usual cause: an empty list.

```python
--8<-- "examples/errors/numbers/division/error.py:numbers"
```

```python
--8<-- "examples/errors/numbers/division/error.py:error"
```

```python
--8<-- "examples/errors/numbers/division/fix.py:fix"
```
"""
README = """\
Numbers are compared within 1e-5 + 1e-4 of the value. Not run yet: MPS (no page claims it).
On torch 2.15, and since 2.9.
[How to take part](CONTRIBUTING.md): `make test`, `hooks/site.py`, "torch>=2.15,<2.16".
"""
WORDS_TABLE = "| `# handbook:` | meaning |\n|---|---|\n" + "".join(f"| `{word}` | |\n" for word in [*WORDS, *PAIRS])
CHECK = """\
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import expect, main


def check(module):
    number = random.randint(1, 99)
    expect(f"double({number})", module.double(number), 2 * number, "twice the number")


main(check, right="Try a negative number.")
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
SOLVED = "examples/solutions/basics/sums/double"
SITE = "nav: [index.md, basics/sums.md, basics/gpu.md, reference/errors.md, errors/numbers.md]\n"


def recorded(section: str, text: str) -> str:
    return f"--8<-- [start:{section}]\n{text}\n--8<-- [end:{section}]\n"


RAN = {"cpu": ("basics/sums", "errors/numbers/division/error", "errors/numbers/division/fix"), "cuda": ("basics/gpu",)}
RUN = {"torch": "2.15.0", "machine": "Cray-1", "date": "2026-11-21"}
FILES = {
    "examples/basics/sums.py": SCRIPT,
    "examples/basics/gpu.py": GPU,
    "docs/index.md": "# Home\n",
    "docs/basics/sums.md": FRONT + PAGE,
    "docs/basics/gpu.md": FRONT + GPU_PAGE,
    "snippets/outputs/basics/gpu.txt": recorded("device", "tensor([0., 0.], device='cuda:0')"),
    f"{EXERCISE}/exercise.py": "def double(number):\n    pass\n",
    f"{SOLVED}/solution.py": "def double(number):\n    return 2 * number\n",
    f"{EXERCISE}/check.py": CHECK,
    f"{SOLVED}/wrong.toml": WRONG,
    "examples/exercises/checking.py": (ROOT / "examples/exercises/checking.py").read_text(encoding="utf-8"),
    "mkdocs.yml": (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("nav:\n")[0] + SITE,
    "pyproject.toml": (ROOT / "pyproject.toml").read_text(encoding="utf-8"),
    "constraints.txt": "torch==2.15.0\n",
    "docs/reference/errors.md": FRONT + ERRORS,
    "docs/errors/numbers.md": FRONT + NUMBERS,
    "examples/errors/numbers/division/error.py": ERROR,
    "examples/errors/numbers/division/fix.py": '"""Do not."""\n\n# --8<-- [start:fix]\nnumber = 1\n# --8<-- [end:fix]\n',
    "snippets/outputs/errors/numbers.txt": recorded(
        "errors/numbers/division/error:error", "ZeroDivisionError: division by zero"
    ),
    "README.md": README,
    "CONTRIBUTING.md": "# Contributing\n",
    "examples/README.md": WORDS_TABLE,
    "Makefile": "test:\n",
    "tests/versions.csv": "file,version,why\nREADME.md,2.9,since when\n",
    "tests/figures.csv": "page,figure,why\nbasics/gpu,5 MB,an example\n",
    "snippets/glossary.md": "*[SGD]: stochastic gradient descent\n",
}


@pytest.fixture(scope="module")
def healthy(tmp_path_factory):
    """The small handbook, recorded, in order."""
    root = tmp_path_factory.mktemp("handbook")
    for name, text in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    for folder in ("handbook", "hooks", "overrides", "docs/assets"):
        shutil.copytree(ROOT / folder, root / folder, ignore=shutil.ignore_patterns("__pycache__"))
    job = Job(Script(root, "basics/sums"), "cpu", tmp_path_factory.mktemp("run"))
    assert not record.record(job, harness.run(job))
    (root / "snippets/verified").mkdir()
    for device, names in RAN.items():
        runs = {name: RUN | {"digest": Script(root, name).digest} for name in names}
        (root / f"snippets/verified/{device}.json").write_text(json.dumps(runs), encoding="utf-8")
    return root


@pytest.fixture
def site(healthy, tmp_path, monkeypatch):
    root = tmp_path / "handbook"
    shutil.copytree(healthy, root)
    monkeypatch.setattr(rules, "WITHOUT_EXERCISES", ("index", "basics/gpu", "reference/", "errors/"))
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
    book = Handbook(root)
    of_pages = [check(page) for page in book.pages.values() for check in rules.PAGE]
    rules.raise_all(*of_pages, rules.check_all_shown(book), rules.check_runs(book), *(c(book) for c in prose.CHECKS))
    exercises.check_exercise(root, root / EXERCISE, timeout=check_timeout)
    folder = root / "run"
    folder.mkdir()
    job = Job(book.script("basics/sums"), "cpu", folder, timeout=timeout)
    if found := harness.differences(job, harness.run(job)):
        raise Broken("\n".join(map(str, found)))
    rules.raise_all(*(rules.check_verified(script, script.only or "cpu") for script in book.scripts.values()))
    build(root)


S, P, G = "examples/basics/sums.py", "docs/basics/sums.md", "docs/basics/gpu.md"
E, RUNS = "docs/errors/numbers.md", "snippets/verified/cpu.json"
OUT = "snippets/outputs/basics/sums.txt"
C, W = f"{EXERCISE}/check.py", f"{SOLVED}/wrong.toml"
FIG = "snippets/figures/basics/sums/squares.svg"
NEW, GONE = "", None  # in the place of a text: the file is not there yet; of its replacement: the file is deleted
BREAKS = {  # what is done: (file, text, its replacement, what the message says)
    "code edited": (S, "manual_seed(0)", "manual_seed(1)", rf"{S}:4: section 'sum' of {P} prints something else"),
    "call that does not exist": (S, "torch.randn(4)", "torch.randnn(4)", rf"{S}:7: AttributeError"),
    "code changed, output the same": (S, "0.5 ** step", "0.5 ** (1 * step)", rf"{S}:1: .*changed since it was verified on CPU; make record .* runs it and notes it"),
    "print deleted": (S, 'print("sum", numbers.sum(), "of", len(numbers))\n', "", rf"{S}:4: section 'sum'"),
    "unseeded": (S, "torch.manual_seed(0)\n", "torch.seed()\n", rf"{S}:4: section 'sum'"),
    "float edited beyond tolerance": (OUT, "0.250", "0.260", rf"{S}:12: section 'loop'"),
    "integer edited": (OUT, "step 2", "step 3", rf"{S}:12: section 'loop'"),
    "word edited": (OUT, "of", "off", rf"{S}:4: section 'sum'"),
    "recorded line deleted": (OUT, "step 2: 0.250\n", "", rf"{S}:12: section 'loop'"),
    "record deleted": (OUT, NEW, GONE, rf"{S}:12: section 'loop'"),
    "raises": (S, 'figure.savefig("squares.svg")', "torch.zeros(2) @ torch.zeros(3)", rf"{S}:21: RuntimeError"),
    "expected error does not come": (S, '."""\n', '."""\n# handbook: raises=ValueError\n', rf"{S}:2: ValueError did not"),
    "expected warning does not come": (S, '."""\n', '."""\n# handbook: warns=FutureWarning\n', rf"{S}:2: FutureWarning"),
    "deprecated call": (S, "torch.randn(4)", "torch.randn(4); torch.cuda.amp.autocast()", rf"{S}:7: FutureWarning"),
    "hangs": (S, "numbers = ", "import time; time.sleep(60); numbers = ", rf"{S}: still running after 3 s"),
    "process dies": (S, "numbers = ", "import os; os.kill(os.getpid(), 9); numbers = ", rf"{S}: its process died with exit status -9"),
    "leaves early": (S, "numbers = ", "raise SystemExit(3); numbers = ", rf"{S}:7: SystemExit: 3"),
    "figure's data edited": (S, "[0, 1, 4, 9]", "[0, 1, 4, 8]", rf"{S}:1: draws another squares.svg than {P} shows"),
    "figure edited": (FIG, "#aa0001", "#aa0002", rf"{S}:1: draws another squares.svg"),
    "figure deleted": (FIG, NEW, GONE, rf"{P}:19: there is no figure"),
    "figure as a bitmap": (S, 'cross.webp")\n', 'cross.webp")\nfigure.savefig("cross.png")\n', rf"{S}:1: draws cross.png; figures are SVG"),
    "picture's data edited": (S, "[9, 4, 1, 0]", "[9, 4, 2, 0]", rf"{S}:1: draws another cross.webp than {P} shows: its values differ by"),
    "picture of another size": (S, '"cross.webp"', '"cross.webp", dpi=100', rf"{S}:1: draws another cross.webp than {P} shows: it has \d+ by \d+ pixels"),
    "picture of too many bytes": (S, '"cross.webp"', '"cross.webp", dpi=1500', rf"{S}:1: draws cross.webp in \d+,\d+ bytes; allowed are 60,000"),
    "page to be finished": (P, "## Exercise", "FILL IN\n\n## Exercise", rf"{P}:37: still to do: FILL IN"),
    "exercise to be finished": (C, "import random", "import random  # FILL IN", rf"{C}:1: still to do"),
    "figure no longer drawn": (S, 'figure.savefig("squares.svg")\n', "", rf"{S}:1: no longer draws squares.svg"),
    "figure without words": (P, "A curve through 0, 1, 4 and 9, ever steeper.\n", "", rf"{P}:19: say below"),
    "section renamed in the script": (S, ":loop]", ":count]", rf"{P}:15: {S} has no section 'loop'"),
    "section renamed on the page": (P, "sums.py:loop", "sums.py:count", rf"{P}:15: {S} has no section 'count'"),
    "section not closed": (S, "# --8<-- [end:machine]\n", "", rf"{S}:26: section 'machine' never ends"),
    "section in a section": (S, "# --8<-- [end:sum]\n", "", rf"{S}:10: .* is nested, repeated"),
    "section twice": (S, "[start:draw]", "[start:loop]", rf"{S}:16: .*repeated"),
    "half a statement in a section": (S, "for step in range(3):\n", "", rf"{S}:12: .*'loop' is not made of whole statements|{S}:12: unexpected indent"),
    "marker mistyped": (S, "# --8<-- [start:loop]", "# -8<- [start:loop]", rf"{S}:11: not a section marker"),
    "code outside of the sections": (S, "\n\n# --8<-- [start:draw]", "\nx = 1\n# --8<-- [start:draw]", rf"{S}:15: code outside"),
    "unknown header word": (S, '."""\n', '."""\n# handbook: gpu\n', rf"{S}:2: unknown header word 'gpu'"),
    "syntax error": (S, "range(3)", "range(3", rf"{S}:12: "),
    "include of a whole script": (P, 'sums.py:loop"', 'sums.py"', rf"{P}:15: name a section of {S}"),
    "space after an include": (P, 'sums.py:loop"\n', 'sums.py:loop" \n', rf"{P}:16: Python on a page comes from a file"),
    "include escaped": (P, '--8<-- "examples/basics/sums.py:loop', ';--8<-- "examples/basics/sums.py:loop', rf"{P}:16: "),
    "include mangled": (P, '--8<-- "examples/basics/sums.py:loop', '-8<- "examples/basics/sums.py:loop', rf"{P}:16: "),
    "include outside of a fence": (P, "A [link]", '--8<-- "examples/basics/sums.py:sum"\n\nA [link]', rf"{P}:13: an include outside"),
    "table of nothing": (P, "A [link]", "<!-- table: sums -->\n\nA [link]", rf"{P}:13: there is no table 'sums'"),
    "verdict of nothing": (P, "A [link]", "<!-- verdict: sums -->\n\nA [link]", rf"{P}:13: 0 paragraphs are the verdict 'sums'"),
    "verdict said twice": (P, "A [link]", "<!-- verdict: sums -->\nOne.\n\n<!-- verdict: sums -->\nA [link]", rf"{P}:13: 2 paragraphs are the verdict 'sums'"),
    "block typed by hand": (P, "A [link]", "```python\nprint(1)\n```\n\nA [link]", rf"{P}:14: Python on a page"),
    "~~~ block typed by hand": (P, "A [link]", "~~~py\nprint(1)\n~~~\n\nA [link]", rf"{P}:14: Python on a page"),
    "console session typed by hand": (P, "A [link]", "```pycon\n>>> 1\n```\n\nA [link]", rf"{P}:14: Python on a page"),
    "block without a language": (P, "A [link]", "```\nprint(1)\n```\n\nA [link]", rf"{P}:13: a block without a language"),
    "indented block": (P, "A [link]", "Look:\n\n    print(1)\n\nA [link]", rf"{P}:15: an indented block is code that no test runs"),
    "output typed by hand": (P, "A [link]", "```text\nsum 1.0 of 4\n```\n\nA [link]", rf"{P}:13: a block in 'text'; known"),
    "several sections in a block": (P, 'sums.py:loop"\n', 'sums.py:loop"\n--8<-- "examples/basics/sums.py:draw"\n', rf"{P}:15: several sections in a block"),
    "block not closed": (P, '/solution.py"\n    ```', '/solution.py"\n', rf"{P}:46: the block never ends"),
    "script on no page": ("examples/basics/extra.py", NEW, SCRIPT, r"examples/basics/extra.py:1: on no page: neither docs/"),
    "script that its page does not show": ("examples/basics/sums/extra.py", NEW, SCRIPT, r"sums/extra.py:1: on no page; docs/basics/sums.md should show it"),
    "script named like a module of the tests": ("examples/basics/harness.py", NEW, SCRIPT, r"examples/basics/harness.py:1: hides the module 'harness'"),
    "script named like a module": ("examples/basics/random.py", NEW, SCRIPT, r"examples/basics/random.py:1: hides the module 'random'"),
    "record of nothing": ("snippets/outputs/basics/old.txt", NEW, recorded("one", "1"), r"outputs/basics/old.txt:1: the record of nothing: examples/basics/old.py"),
    "record of another page": ("snippets/outputs/basics/gpu.txt", "--8<-- [end:device]\n", "--8<-- [end:device]\n" + recorded("basics/sums:sum", "1"), r"basics/gpu.txt:1: the record of nothing: examples/basics/sums.py"),
    "record without marks": (OUT, "--8<-- [end:loop]\n", "--8<-- [end:loop]\nhello\n", rf"{OUT}:1: something stands outside of the marks"),
    "figure on no page": ("snippets/figures/basics/sums/old.svg", NEW, "<svg/>", r"sums/old.svg:1: on no page"),
    "verified record of nothing": (RUNS, '{"', '{"old": {}, "', r"cpu.json:1: the run of a script that is gone: examples/old.py"),
    "section left off the page": (P, '```python\n--8<-- "examples/basics/sums.py:machine"\n```\n', "", rf"{S}:27: section 'machine' is not on"),
    "sections swapped": (P, "sums.py:draw", "sums.py:sum", rf"{P}:29: section 'sum' of {S} is out of order"),
    "script of another page": (P, "A [link]", '```python\n--8<-- "examples/basics/gpu.py:device"\n```\n\nA [link]', rf"{P}:13: .*belongs to {G}"),
    "dead link": (P, "gpu.md#on-a-gpu", "gone.md", r"'basics/sums.md' contains a link 'gone.md'"),
    "dead anchor": (P, "#on-a-gpu", "#elsewhere", r"'basics/sums.md' contains a link 'gpu.md#elsewhere'"),
    "page not in the navigation": ("mkdocs.yml", ", basics/gpu.md", "", r"not included in the \"nav\"[\s\S]*basics/gpu.md"),
    "navigation to nowhere": ("mkdocs.yml", "basics/gpu.md", "basics/gone.md", r"basics/gone.md"),
    "formula that does not exist": (P, "A [link]", r"$\nosuch{x}$ A [link]", r"nosuch"),
    "two titles": (P, "## Exercise", "# Exercise", rf"{P}:1: a page has one title"),
    "heading level left out": (P, "## Exercise", "### Exercise", rf"{P}:37: a heading of level 3"),
    "no objectives": (P, "objectives: [add numbers]\n", "", rf"{P}:1: front matter needs minutes"),
    "requires in a circle": (P, "level: beginner", "level: beginner\nrequires: [basics/sums.md]", rf"{P}:1: requires itself"),
    "CUDA script edited after its record": ("examples/basics/gpu.py", "zeros(2", "zeros(3", r"examples/basics/gpu.py:1: .*changed since it was verified on CUDA"),
    "CUDA record edited": ("snippets/outputs/basics/gpu.txt", "0., 0.", "0., 1.", r"gpu.py:1: .*changed since it was verified on CUDA"),
    "exercise gone from its page": (P, f'{SOLVED}/solution.py', f'{EXERCISE}/exercise.py', rf"{SOLVED}/solution.py:1: not on {P}"),
    "header in the wrong place": (S, "import matplotlib", "# handbook: slow=why\nimport matplotlib", rf"{S}:17: the header is one line"),
    "device left out without a reason": (S, '."""\n', '."""\n# handbook: not=mps\n', rf"{S}:2: not=DEVICE and reason"),
    "docstring of two lines": (S, '."""\n', '.\n"""\n', rf"{S}:1: a script starts with a docstring of one line"),
    "code behind the docstring": (S, '."""\n', '."""; x = 1\n', rf"{S}:1: a script starts with a docstring of one line"),
    "no section": ("examples/errors/numbers/division/fix.py", "# --8<-- [start:fix]\nnumber = 1\n# --8<-- [end:fix]\n", "", r"fix.py:1: no section"),
    "version pin gone": ("constraints.txt", "torch==2.15.0", "numpy==2.5.0", r"constraints.txt:1: no version of torch"),
    "no level": (P, "level: beginner\n", "", rf"{P}:1: front matter needs level"),
    "a key twice in the front matter": (P, "minutes: 5", "minutes: 5\nminutes: 6", rf"{P}:1: front matter: a key comes twice"),
    "objectives that are no sentences": (P, "[add numbers]", "[add: numbers]", rf"{P}:1: front matter needs minutes"),
    "requires without brackets": (P, "level: beginner", "level: beginner\nrequires: index.md", rf"{P}:1: front matter: requires is a list of pages"),
    "requires a page that is gone": (P, "level: beginner", "level: beginner\nrequires: [gone.md]", rf"{P}:1: requires docs/gone.md, which does not exist"),
    "requires a later page": (P, "level: beginner", "level: beginner\nrequires: [basics/gpu.md]", rf"{P}:1: requires {G}, which comes after it in the navigation"),
    "comment around code": (P, "# Sums\n", "# Sums\n\n<!--\n", rf"{P}:9: <!-- could hide what it encloses"),
    "tag that hides": (P, "## Exercise", "<div hidden>\n\n## Exercise", rf"{P}:37: <div hidden> could hide what it encloses"),
    "fence with attributes": (P, "```figure", "```{ .figure hidden }", rf"{P}:19: a block of .* give its language only"),
    "shell session in Python": (G, 'python -c "print(1 + 1)"', ">>> 1 + 1", rf"{G}:17: Python on a page comes from a file"),
    "block in an unknown language": (G, "```bash", "```sh", rf"{G}:15: a block in 'sh'; known"),
    "include of a file that is no example": (P, "examples/basics/sums.py:loop", "README.md", rf"{P}:15: README.md is not a file of examples/"),
    "record of a section that is gone": (OUT, "--8<-- [start:loop]", "--8<-- [start:old]\n--8<-- [end:old]\n--8<-- [start:loop]", rf"{OUT}:1: the record of a section that is gone: old"),
    "two scripts mixed": (E, '```python\n--8<-- "examples/errors/numbers/division/error.py:error"', '```python\n--8<-- "examples/errors/numbers/division/fix.py:fix"\n```\n\n```python\n--8<-- "examples/errors/numbers/division/error.py:error"', rf"{E}:13: examples/errors/numbers/division/error.py is interrupted by another script"),
    "figures swapped": (P, CURVES, "\n\n".join(reversed(CURVES.split("\n\n"))), rf"{P}:24: figures are in another order"),
    "figure of a script that is gone": ("snippets/figures/old/old.svg", NEW, "<svg/>", r"old/old.svg:1: drawn by no script"),
    "run of a script that is not for the device": (RUNS, '{"', '{"basics/gpu": {}, "', rf"{RUNS}:1: examples/basics/gpu.py is not for CPU"),
    "runs of an unknown device": ("snippets/verified/tpu.json", NEW, "{}", r"snippets/verified/tpu.json:1: the runs of no device"),
    "run of tomorrow": (RUNS, "2026-11-21", "2099-01-01", rf"{RUNS}:1: a run of .* on 2099-01-01, which is still to come"),
    "run on a torch to come": (RUNS, "2.15.0", "2.99.0", rf"{RUNS}:1: torch 2.99.0 of .* is newer than"),
    "figure that is not recorded": (S, 'figure.savefig("squares.svg")', 'figure.savefig("squares.svg")\nfigure.savefig("more.svg")', rf"{S}:1: draws more.svg, which is not recorded"),
    "other labels on this machine": (OUT, "threads", "cores", rf"{S}:27: section 'machine' of {P} prints something else"),
    "number typed in prose": (G, "5 MB", "5 MB in 12 ms", rf"{G}:13: '12 ms' in prose: a result belongs into a record"),
    "number below 0 typed in prose": (G, "5 MB", "5 MB, -1.46", rf"{G}:13: '1.46' in prose: a result belongs into a record"),
    "bytes typed in prose": (G, "5 MB", "5 MB or 5,000,000 bytes", rf"{G}:13: '5,000,000 bytes' in prose: a result belongs into a record"),
    "number gone from prose": (G, "5 MB", "some size", r"tests/figures.csv:2: '5 MB' is not on"),
    "name that torch does not have": (G, "`torch.zeros`", "`torch.zeroes`", rf"{G}:13: torch and its like have no torch.zeroes"),
    "name that another library does not have": (G, "`torch.zeros`", "`onnxruntime.Session`", rf"{G}:13: torch and its like have no onnxruntime.Session"),
    "command for a script that is gone": (G, "python examples/basics/sums.py", "python examples/basics/sum.py", rf"{G}:16: runs examples/basics/sum.py, which does not exist"),
    "option that a script does not have": (G, "basics/sums.py\n", "basics/sums.py --fast\n", rf"{G}:16: examples/basics/sums.py has no option --fast"),
    "option of a script without its folder": (G, "examples/basics/sums.py\n", "sums.py --fast\n", rf"{G}:16: sums.py has no option --fast"),
    "option on the next line": (G, "basics/sums.py\n", "basics/sums.py \\\n  --fast\n", rf"{G}:16: examples/basics/sums.py has no option --fast"),
    "command that prints something else": (G, "1 + 1", "1 + 2", rf"{G}:17: prints 3, which the page does not say"),
    "error under another name": (E, "## division by zero", "## division by nothing", rf"{E}: heading #division says 'division by nothing'"),
    "error without its cause": (E, "Usual cause: an empty list.\n", "", rf"{E}: below heading #division is no line 'Usual cause: ...'"),
    "message without an entry": (OUT, "step 2", "KeyError: no step\nstep 2", rf"{S}: section 'loop' prints a message without an entry: 'KeyError: no step"),
    "error without its repair": ("examples/errors/numbers/division/fix.py", NEW, GONE, r"error.py:1: there is no fix.py beside it|fix.py"),
    "abbreviation twice": ("snippets/glossary.md", "*[SGD]", "*[SGD]: a\n*[SGD]", r"snippets/glossary.md:2: 'SGD' comes twice"),
    "abbreviation without words": ("snippets/glossary.md", " stochastic gradient descent", "", r"snippets/glossary.md:1: 'SGD' is not explained"),
    "dead link in README": ("README.md", "(CONTRIBUTING.md)", "(CONTRIBUTE.md)", r"README.md: a link to CONTRIBUTE.md, which does not exist"),
    "Python in README": ("README.md", "[How", "```python\\nprint(1)\\n```\\n[How", r"README.md: holds Python that no test runs"),
    "dead path in README": ("README.md", "hooks/site.py", "hooks/sites.py", r"README.md: names hooks/sites.py, which does not exist"),
    "version that is not the handbook's": ("README.md", "torch 2.15,", "torch 2.14,", r"README.md:2: names torch 2.14, and the handbook is about 2.15: check it there"),
    "version gone": ("README.md", "since 2.9", "before", r"tests/versions.csv:2: README.md does not name 2.9 any more"),
    "target that the Makefile lacks": ("README.md", "make test", "make tests", r"README.md: the Makefile has no tests"),
    "another version in README": ("README.md", "2.15,<2.16", "2.14,<2.16", r"README.md: torch>=2.14,<2.16 is not what pyproject.toml says"),
    "another tolerance in README": ("README.md", "1e-5", "1e-7", r"README.md: the tolerance is 1e-05"),
    "header word that nobody explains": ("examples/README.md", "| `nproc` | |\n", "", r"words of the header: \['nproc'\] are not in both"),
    "device that README denies": ("README.md", "Not run yet: MPS", "Not run yet: CUDA and MPS", r"README.md: says that no page claims \['CUDA', 'MPS'\]; without a record are \['MPS'\]"),
    "checker that accepts anything": (C, "module.double(number), 2", "2 * number, 2", rf"{C}:1: the starter should fail"),
    "solution that is wrong": (f"{SOLVED}/solution.py", "return", "number += 1; return", rf"{SOLVED}/solution.py:1: not accepted"),
    "right answer hears one word": (C, ', right="Try a negative number."', "", rf"{SOLVED}/solution.py:1: not accepted"),
    "hint that does not fit": (W, "twice the", "half the", rf"{W}:1: same should get its hint"),
    "hint in some runs only": (C, '"twice the number"', '"twice the number" if number > 30 else "double it"', rf"{W}:1: same should get its hint; --seed [23]"),
    "starter that raises": (f"{EXERCISE}/exercise.py", "pass", "return number / 0", rf"{C}:1: the starter should fail with a hint"),
    "checker that hangs": (C, "number = ", "import time; time.sleep(60); number = ", rf"{C}:1: does not end with exercise --seed 1"),
    "checker that dies": (C, "number = ", "import os; os._exit(3); number = ", rf"{C}:1: breaks off with exercise --seed 1"),
    "one wrong answer": (W, WRONG.partition("\n\n")[2], "", rf"{C}:1: at least two wrong answers"),
    "wrong answer without a hint": (W, 'hint = "twice the number"\n', "", rf"{W}:1: same does not say which hint"),
    "wrong answer of another solution": (W, '"2 * number", "str', '"3 * number", "str', rf"{W}:5: text replaces what is 0 times in solution.py"),
    "wrong answer in two places": (W, '"2 * number", "str', '"number", "str', rf"{W}:5: text replaces what is 2 times"),
    "solution not folded": (P, '??? success', '!!! success', rf"{P}:47: the solution of double is not in a fold"),
    "solution in an open fold": (P, '??? success', '???+ success', rf"{P}:47: the solution of double is not in a fold"),
    "exercise without a title": (P, "**Double it.** ", "", rf"{P}:42: basics/sums/double has no title"),
    "page without an exercise": ("docs/basics/more.md", NEW, FRONT + "# More\n", r"docs/basics/more.md:1: no exercise in examples/exercises/basics/more"),
    "solution of nothing": ("examples/solutions/basics/sums/old/solution.py", NEW, "pass\n", r"sums/old/solution.py:1: the solution of an exercise that is gone"),
    "exercise without a page": ("examples/exercises/basics/gone/one/exercise.py", NEW, "pass\n", r"basics/gone/one/exercise.py:1: there is no page docs/basics/gone.md"),
}  # fmt: skip
NOISE = {
    "float within tolerance": (OUT, "0.250", "0.251"),
    "spaces in a tensor": (OUT, "of", "  of"),
    "comment edited": (S, "import torch\n", "import torch  # the library\n"),
    "docstring edited": (S, "Add numbers.", "Add some numbers."),
    "code set in other lines": (S, '"of", len(numbers))', "\n'of',  len(\nnumbers), )"),
    "prose edited": (P, "and then", "and after that"),
    "picture compressed otherwise": (S, '"cross.webp"', '"cross.webp", pil_kwargs={"quality": 50}'),
    "line endings of Windows": (S, "\n", "\r\n"),
}


def edit(root: Path, file: str, text: str, replacement: str | None) -> None:
    """Replace a text wherever the file has it, or make the file (NEW), or delete it (GONE)."""
    path = root / file
    if replacement is GONE:
        path.unlink()
        return
    old = path.read_text(encoding="utf-8") if path.exists() else ""
    assert path.exists() != (text == NEW) and text in old, f"{file} does not contain {text!r}"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(old.replace(text, replacement) or replacement, encoding="utf-8", newline="")


def restamp(root: Path) -> None:
    """What make record does after an intended change of a record."""
    script = Script(root, "basics/sums")
    table = table_of_runs(script.verified("cpu"))
    table = table | {script.name: table[script.name] | {"digest": script.digest}}
    script.verified("cpu").write_text(json.dumps(table), encoding="utf-8")


def test_healthy(site):
    examine(site)


@pytest.mark.parametrize("name", BREAKS)
def test_break_is_caught(site, name):
    file, old, new, message = BREAKS[name]
    edit(site, file, old, new)
    with pytest.raises(Broken, match=message):
        examine(site, timeout=3 if name == "hangs" else 60, check_timeout=3 if name == "checker that hangs" else 60)


@pytest.mark.parametrize("name", NOISE)
def test_noise_passes(site, name):
    edit(site, *NOISE[name])
    if NOISE[name][0] == OUT or name.startswith("picture"):
        restamp(site)
    examine(site)


GUARDS = {  # a guard to take out: the break that only it catches
    "same": (comparison.Tolerance, lambda *_: True, "float edited beyond tolerance"),
    "check_verified": (rules, lambda *_: [], "code changed, output the same"),
    "check_all_shown": (rules, lambda *_: [], "record of nothing"),
    "check_runs": (rules, lambda *_: [], "verified record of nothing"),
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
    assert "Changed since <time>2026-11-21" in html and "make record DEVICE=cuda" in html
    assert "tensor([0., 0.], device=" not in html


@pytest.mark.slow
def test_change_is_served(site):
    """While `make serve` runs, a page is built again when its script changes, with the titles of the other pages."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    line = [sys.executable, "-m", "mkdocs", "serve", "--dirty", "--no-strict", "--dev-addr", address]
    server = subprocess.Popen(line, cwd=site, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def served(words: str) -> str:
        for _ in range(300):
            with contextlib.suppress(OSError), urllib.request.urlopen(f"http://{address}/basics/sums/") as answer:
                if words in (text := answer.read().decode()):
                    return text
            time.sleep(0.1)
        raise AssertionError(f"{words!r} is not served")

    try:
        served("manual_seed")
        edit(site, S, "numbers.sum()", "numbers.prod()")
        assert "On a GPU" in served("prod")
    finally:
        server.kill()
        server.wait()


def test_stale_output_is_marked(site):
    told = "Before the code changed: make record prints it anew"
    for edited in (False, True):
        if edited:
            edit(site, S, "randn(4)", "randn(5)")
        build(site)
        assert (told in (site / "site/basics/sums/index.html").read_text(encoding="utf-8")) == edited


@pytest.mark.parametrize("known", [False, True])
def test_what_needs_an_address(site, monkeypatch, known):
    """Where the site and its repository are known, pages name them; where not, nothing names nothing."""
    monkeypatch.setenv("SITE_URL", "https://example.org/book/" if known else "")
    monkeypatch.setenv("REPOSITORY_URL", "https://example.org/repository" if known else "")
    monkeypatch.setenv("HANDBOOKS_URL", "https://example.org/?of=books&in=all" if known else "")
    build(site)
    html = (site / "site/basics/sums/index.html").read_text(encoding="utf-8")
    for text in (
        '<link rel="canonical" href="https://example.org/book/basics/sums/">',
        '<meta property="og:url" content="https://example.org/book/basics/sums/">',
        '<meta property="og:image" content="https://example.org/book/assets/card.png">',
        '<a href="https://example.org/repository" class="md-source">',
        '<a href="https://example.org/?of=books&amp;in=all">All handbooks</a>',
    ):
        assert (text in html) == known, text
    assert ("https://example.org" in html) == known == ("og:image" in html) == ("All handbooks" in html)
    assert 'md-component="source"' not in html
    robots = (site / "site/robots.txt").read_text(encoding="utf-8")
    assert ("Sitemap: https://example.org/book/sitemap.xml" in robots) == known == ("Sitemap" in robots)
    lost = (site / "site/404.html").read_text(encoding="utf-8")
    assert ('href="/book/assets/handbook.css"' if known else 'href="/assets/handbook.css"') in lost


def kinds(site, name: str) -> list[str]:
    """The classes of the blocks of a page, in order."""
    text = (site / f"site/{name}/index.html").read_text(encoding="utf-8")
    return [kind for kind in re.findall(r'class="language-([\w ]+) highlight"', text) if "bash" not in kind]


def test_what_raises_and_what_repairs_is_marked(site):
    """Among the errors the section that raises and the fix; under "Break it" a section that prints what it caught."""
    raising = ["python printed raises", "text output wrap raises"]
    caught = "try:\n    torch.zeros(2) @ torch.zeros(3)\nexcept RuntimeError as error:\n    print(error)\n"
    edit(site, S, "for step", f"{caught}for step")
    build(site)
    assert kinds(site, "errors/numbers") == ["python", *raising, "python repair"]
    assert "raises" not in (site / "site/errors/numbers.md").read_text(encoding="utf-8")
    assert "raises" not in str(kinds(site, "basics/sums")), "not under Break it"
    edit(site, P, "A [link](gpu.md#on-a-gpu), and then:", "## Break it")
    build(site)
    assert kinds(site, "basics/sums")[2:4] == raising
    edit(site, S, "print(error)", "print(type(error))")
    build(site)
    assert "raises" not in str(kinds(site, "basics/sums")), "nothing that the error says"


MOVES = {  # what is done to a page or heading: (edits of files, what is said of its old address)
    "heading": ([(G, "# On a GPU", "# On CUDA")], r"basics/gpu/ has no heading #on-a-gpu any more; give its successor, or a link to it, { #on-a-gpu }"),
    "heading that keeps its address": ([(G, "# On a GPU", "# On CUDA { #on-a-gpu }")], ""),
    "heading that leaves a link": ([(G, "# On a GPU", "# On CUDA\n\n[On a GPU](sums.md){ #on-a-gpu }")], ""),
    "page": ([], r"the site has no basics/gpu/ any more; let redirect_maps"),
    "page that leaves a redirect": ([("mkdocs.yml", "redirect_maps: {}", "redirect_maps: {basics/gpu.md: index.md}")], ""),
}  # fmt: skip


@pytest.mark.parametrize("name", MOVES)
def test_no_address_is_lost(site, name):
    build(site)
    (site / addresses.LIST).write_text("\n".join(addresses.addresses(site / "site")), encoding="utf-8")
    edits, told = MOVES[name]
    if name.startswith("page"):
        edits = [*edits, (P, "[link](gpu.md#on-a-gpu)", "link"), (G, NEW, GONE), ("mkdocs.yml", "basics/gpu.md, ", "")]
    for file, old, new in edits:
        edit(site, file, old, new)
    if name.startswith("heading"):
        edit(site, P, "#on-a-gpu", "")
    build(site)
    assert "\n".join(addresses.lost(site, site / "site")).find(told) >= 0
    assert bool(told) == bool([*addresses.lost(site, site / "site")])


def test_new_page_and_exercise(site):
    """What make page and make exercise write keeps every rule, but that it says what is still to do."""
    edit(site, "mkdocs.yml", SITE, "nav:\n" + "".join(f"  - {name}\n" for name in re.findall(r"[\w/]+\.md", SITE)))
    for make, name in ((new_page, "basics/more"),) * 2 + ((new_exercise, "basics/more/double-it"),):
        assert UNFINISHED in make(Handbook(site), name) or not (site / "docs/basics/more.md").exists()
    assert [*Handbook(site).pages] == [
        "index",
        "basics/sums",
        "basics/gpu",
        "basics/more",
        "reference/errors",
        "errors/numbers",
    ]

    def faults() -> list[str]:
        return [fault for check in rules.PAGE for fault in check(Handbook(site).pages["basics/more"])]

    assert len(faults()) > 5 and all("still to do" in fault for fault in faults())
    for path in [site / "docs/basics/more.md", *site.glob("examples/*/more.py"), *site.glob("examples/*/*/more/*/*")]:
        path.write_text(path.read_text(encoding="utf-8").replace(UNFINISHED, "Done"), encoding="utf-8")
    assert not faults()
    exercises.check_exercise(site, site / "examples/exercises/basics/more/double-it")


def test_output_of_no_section(site):
    job, outcome = Job(Script(site, "basics/sums"), "cpu", site), harness.Outcome(printed={"99": "hello"})
    with pytest.raises(Broken, match="printed outside of every section"):
        record.record(job, outcome)
    assert any("output or record of no section" in str(found) for found in harness.differences(job, outcome))


def messages(file: str) -> Iterator[list[str]]:
    """The fixed parts of each message of a fault that a file can report."""
    for place in ast.parse((ROOT / file).read_text(encoding="utf-8")).body:
        for node in ast.walk(place):
            match node:
                case (
                    ast.Call(func=ast.Name(id="Broken" | "Difference"), args=[*_, ast.JoinedStr(values=parts)])
                    | ast.Yield(value=ast.JoinedStr(values=parts))
                ):
                    yield [part.value.strip(" :;,'\n0123456789") for part in parts if isinstance(part, ast.Constant)]


@pytest.mark.parametrize(
    "file",
    [f"handbook/{name}.py" for name in ("scripts", "pages")]
    + [f"tests/{name}.py" for name in ("rules", "prose", "comparison", "record", "exercises")],
)
def test_every_message_has_a_break(file):
    """A message is known by the first dozen letters of one of its parts."""
    proved = Path(__file__).read_text(encoding="utf-8").replace("\\", "")
    for parts in messages(file):
        words = [part[:12] for part in parts if len(part) > 5]
        assert not words or any(word in proved for word in words), f"no row of BREAKS has a message with {words}"


SABOTAGE = {  # the test that has to fail: what is done to the small handbook for it
    "test_example[cpu-basics/sums]": (OUT, "0.250", "0.260"),
    "test_verified[errors/numbers/division/fix]": (
        "examples/errors/numbers/division/fix.py",
        "number = 1",
        "number = 2",
    ),
    "test_page[docs/basics/gpu.md]": (G, "```bash", "```sh"),
    "test_page[docs/basics/sums.md]": (P, "A [link]", "<!-- A -->\n\nA [link]"),
    "test_page[docs/errors/numbers.md]": (E, "## division", "# division"),
    "test_everything_is_shown": ("snippets/outputs/old/old.txt", NEW, recorded("one", "1")),
    "test_runs": (RUNS, "2.15.0", "2.99.0"),
    "test_prose[check_glossary]": ("snippets/glossary.md", "*[SGD]", "*[SGD]: a\n*[SGD]"),
    "test_checker[basics/sums/double]": (f"{SOLVED}/solution.py", "2 *", "3 *"),
}


def test_the_tests_fail(site):
    """The tests themselves, in a process of their own on a handbook in which each of them has something to find."""
    shutil.copytree(ROOT / "tests", site / "tests", ignore=shutil.ignore_patterns("figures.csv"), dirs_exist_ok=True)
    for file, text, replacement in SABOTAGE.values():
        edit(site, file, text, replacement)
    files = [f"tests/test_{name}.py" for name in ("examples", "pages", "prose", "exercises")]
    line = [sys.executable, "-m", "pytest", *files, "--device=cpu", "-rf", "-p", "no:cacheprovider"]
    done = subprocess.run(line, cwd=site, capture_output=True, text=True, timeout=300)
    failed = {*re.findall(r"^FAILED \S+::(\S+)", done.stdout, re.M)}
    assert SABOTAGE.keys() <= failed, done.stdout
    assert not failed & {
        "test_page[docs/index.md]",
        "test_prose[check_names]",
    }


PROMISES = {  # a claim of docs/reference/verified.md: the tests that keep it
    "the code runs": "test_examples: test_example",
    "the output is what it prints": "test_examples: test_example test_verified",
    "the figure is what it draws": "test_examples: test_example",
    "it holds on other processors": "test_record: test_what_another_processor_prints_otherwise_is_not_recorded",
    "the error is the one you get": "test_examples: test_example; test_prose: test_prose",
    "the exercise can be solved": "test_exercises: test_checker",
    "the answer to a question is what happens": "test_quizzes: test_quiz test_break_of_a_question_is_caught",
    "the number was measured": "test_measure: test_record_is_of_this_code test_runs",
    "prose states no results": "test_prose: test_prose test_figures_are_found",
    "the code on the page is complete": "test_pages: test_page test_everything_is_shown; "
    "test_site: test_code_and_outputs_are_shown test_twin",
    "workers work everywhere": "test_examples: test_start_method",
    "the site is usable": "test_browser: test_page test_pasted_traceback_finds_its_entry; test_site: test_weight "
    "test_no_address_of_another_host test_content_security_policy test_contrast_of_figures",
    "links lead somewhere": "test_site: test_build test_links_and_references",
    "names exist": "test_prose: test_prose",
    "the notebook prints the same": "test_site: test_notebook test_notebook_runs test_notebook_of_page_runs",
    "the checks check": "test_drift: test_break_is_caught test_every_message_has_a_break test_the_tests_fail",
}


def test_every_claim_has_its_tests():
    text = (ROOT / "docs/reference/verified.md").read_text(encoding="utf-8").partition("| claim of a page |")[2]
    assert re.findall(r"^\| ([a-z][^|]+) \|", text.partition("\n\n")[0], re.M) == [*PROMISES]
    for tests in PROMISES.values():
        for part in tests.split("; "):
            file, _, names = part.partition(": ")
            code = (ROOT / f"tests/{file}.py").read_text(encoding="utf-8")
            assert not [name for name in names.split() if f"\ndef {name}(" not in code], part
