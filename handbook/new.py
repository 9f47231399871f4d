"""Start a page from its script, or an exercise of a page: `python -m handbook.new page|exercise NAME`."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from .book import Handbook, write
from .scripts import DRAWS, Broken, Script

UNFINISHED = "FILL IN"  # what an author has to replace; the tests find what is left
SCRIPT = '''\
"""FILL IN: what it shows, in one line."""

# --8<-- [start:first]
import torch

print(torch.arange(3))
# --8<-- [end:first]
'''
FRONT = "---\nlevel: beginner\nminutes: 15\nrequires: []\nobjectives:\n  - FILL IN\n---\n\n# {title}\n\nFILL IN\n\n"
EXERCISE = {
    "exercise.py": '''\
"""FILL IN: what to write, in one line."""

import torch


def {function}(x: torch.Tensor) -> torch.Tensor:
    """Return twice x. FILL IN"""
''',
    "solution.py": '''\
"""FILL IN: how it is done, in one line."""

import torch


def {function}(x: torch.Tensor) -> torch.Tensor:
    return 2 * x
''',
    "check.py": '''\
"""Check {function}: python check.py [FILE]."""

import sys
from pathlib import Path
from types import ModuleType

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[{depth}]))
from checking import cases, expect, main


def check(module: ModuleType) -> None:
    for length in cases((2, 3)):
        x = torch.randn(length)
        expect(f"{function}({{x}})", module.{function}(x.clone()), 2 * x, "twice x")  # FILL IN


if __name__ == "__main__":
    main(check, hints="FILL IN", right="FILL IN: what to try next.")
''',
    "wrong.toml": """\
# FILL IN: what somebody may get wrong.
[once]
hint = "twice x"
edits = [["2 * x", "x"]]

# FILL IN
[square]
hint = "twice x"
edits = [["2 * x", "x * x"]]
""",
}
SHOWN = """\
**{title}.** FILL IN, then run `python {folder}/check.py`.

```python
--8<-- "{folder}/exercise.py"
```

??? success "Solution"
    ```python
    --8<-- "{solution}/solution.py"
    ```
"""


def title_of(slug: str) -> str:
    return slug.rpartition("/")[2].replace("-", " ").capitalize()


def blocks(script: Script) -> str:
    """Each section under a heading; what draws goes to a fold at the end, below its figure."""
    parts, folded = [], []
    for name in script.sections:
        block = f'```python\n--8<-- "{script}:{name}"\n```\n'
        if figures := DRAWS.findall(script.code(name)):
            parts += [
                f"```figure\n{script.name}/{figure}\nFILL IN: what the figure shows.\n```\n" for figure in figures
            ]
            folded.append(re.sub(r"^(?=.)", "    ", block, flags=re.M))
        else:
            parts.append(f"## {title_of(name)}\n\nFILL IN\n\n{block}")
    if folded:
        parts.append('??? quote "The code that drew the figures"\n' + "\n".join(folded))
    return "\n".join(parts)


def new_page(book: Handbook, name: str) -> str:
    """Write docs/<name>.md from its script, or the script if there is none; returns what to do next."""
    script, target, part = book.script(name), book.root / f"docs/{name}.md", name.partition("/")[0]
    if not script.path.exists():
        write(script.path, SCRIPT)
        return f"{script} written: make it show what the page is to teach, run it, then make page NAME={name} again"
    if target.exists():
        raise Broken(f"docs/{name}.md is there already")
    settings = book.root / "mkdocs.yml"
    text = settings.read_text(encoding="utf-8")
    pages = re.findall(rf"^ *- {part}/.*\.md\n", text, re.M)
    if not pages:
        known = sorted({name.partition("/")[0] for name in book.pages} - {"index"})
        raise Broken(f"mkdocs.yml has no part {part!r}; known: {', '.join(known)}")
    write(target, FRONT.format(title=title_of(name)) + blocks(script))
    indent = pages[-1].partition("-")[0]
    write(settings, text.replace(pages[-1], f"{pages[-1]}{indent}- {name}.md\n"))
    return (
        f"docs/{name}.md written, last of {part} in mkdocs.yml: replace each {UNFINISHED}, then make check NAME={name}"
    )


def new_exercise(book: Handbook, name: str) -> str:
    """Write starter, check, solution and wrong answers, and show them on the page; returns what to do next."""
    page, _, slug = name.rpartition("/")
    folder, solution = f"examples/exercises/{name}", f"examples/solutions/{name}"
    if page not in book.pages:
        raise Broken(
            f"there is no page docs/{page}.md; NAME is that of the page and of the exercise: models/losses/one"
        )
    if (book.root / folder).exists():
        raise Broken(f"{folder} is there already")
    for file, text in EXERCISE.items():
        place = solution if file in ("solution.py", "wrong.toml") else folder
        write(book.root / place / file, text.format(function=slug.replace("-", "_"), depth=name.count("/") + 1))
    text = book.pages[page].text
    before, heading, after = text.partition("\n## In short\n")
    shown = SHOWN.format(title=title_of(slug), folder=folder, solution=solution)
    if "\n## Exercises\n" not in text:
        shown = f"## Exercises\n\n{shown}"
    write(book.pages[page].path, f"{before.rstrip()}\n\n{shown}{heading}{after}")
    return f"{folder}/ written, and shown on docs/{page}.md: replace each {UNFINISHED}, then make check NAME={page}"


if __name__ == "__main__":
    kind, name = sys.argv[1:] if len(sys.argv) == 3 else ("", "")
    if not re.fullmatch(r"[a-z0-9-]+(/[a-z0-9-]+)+", name):
        sys.exit(f"make {kind} needs a name: make {kind} NAME=models/embeddings{'/nearest' * (kind == 'exercise')}")
    try:
        print({"page": new_page, "exercise": new_exercise}[kind](Handbook(Path.cwd()), name))
    except Broken as error:
        sys.exit(str(error))
