"""Questions on what code does. Right answer and wrong ones are what ran: the code's output, and that of edits of it."""

from __future__ import annotations

import html
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path

from markdown import markdown

from .scripts import Broken, recorded


@dataclass(frozen=True)
class Answer:
    """What some code does, and what a reader is told who expects it of the question's code."""

    name: str  # right, wrong-1, wrong-2
    code: str
    told: str
    changed: tuple[str, ...]  # what is other than in the question's code; none: it is that code
    printed: str | None  # None: not recorded yet

    @property
    def label(self) -> str:
        return self.printed.rstrip("\n") if self.printed else "nothing"

    @property
    def words(self) -> str:
        """What is said of it, in Markdown."""
        if not self.changed:
            return f"**Right.** {self.told}"
        return f"**Not this code:** {' and '.join(self.changed)} would do that. {self.told}".strip()


@dataclass(frozen=True)
class Question:
    """A question of a page, answered by its own code and by edits of it."""

    page: str
    name: str
    code: str
    answers: tuple[Answer, ...]  # in the order in which they are shown
    asked: str

    @property
    def ask(self) -> str:
        raises = any("Error: " in answer.label for answer in self.answers)
        return self.asked or ("What does this do?" if raises else "What does this print?")


def file(root: Path, page: str) -> Path:
    return root / f"examples/quizzes/{page}.toml"


def records(root: Path, page: str) -> Path:
    """What the code of its questions printed."""
    return root / f"snippets/quizzes/{page}.txt"


def questions(root: Path, page: str) -> dict[str, Question]:
    """The questions of a page by their names. Raises Broken if an edit replaces nothing, or more than one place."""
    path = file(root, page)
    if not path.is_file():
        return {}
    source = path.read_text(encoding="utf-8")
    printed = {(mark, section): text for mark, section, text in recorded(records(root, page))}
    return dict(_read(root, page, source, tuple(printed.items())))


@cache
def _read(root: Path, page: str, source: str, printed: tuple) -> list[tuple[str, Question]]:
    place, texts, found = file(root, page).relative_to(root).as_posix(), dict(printed), []
    for name, entry in tomllib.loads(source).items():
        where = f"{place}:{source[: source.index(f'[{name}]')].count(chr(10)) + 1}"
        code = entry["code"].strip() + "\n"
        answers = [Answer("right", code, entry["right"].strip(), (), texts.get((name, "right")))]
        for number, wrong in enumerate(entry.get("wrong", []), 1):
            edited = code
            for old, new in wrong["edits"]:
                if code.count(old) != 1:
                    raise Broken(f"{where}: an answer replaces what is {code.count(old)} times in the code: {old}")
                edited = edited.replace(old, new)
            changed = (*changes(code.splitlines(), edited.splitlines()),)
            key = f"wrong-{number}"
            answers.append(Answer(key, edited, wrong.get("told", "").strip(), changed, texts.get((name, key))))
        if len(answers) < 3 or not all(answer.changed for answer in answers[1:]):
            raise Broken(f"{where}: a question has two wrong answers or more, each an edit of the code")
        shown = tuple(sorted(answers, key=lambda answer: answer.label))
        found.append((name, Question(page, name, code, shown, entry.get("ask", ""))))
    return found


def changes(code: list[str], edited: list[str]) -> Iterator[str]:
    """What an edit changes, in words: the new lines, where they stand if none makes room for them, what is left out."""
    for kind, start, end, new_start, new_end in SequenceMatcher(None, code, edited).get_opcodes():
        old = " and ".join(quoted(line) for line in code[start:end] if line.strip())
        new = " and ".join(quoted(line) for line in edited[new_start:new_end] if line.strip())
        above = next((quoted(line) for line in reversed(edited[:new_start]) if line.strip()), "")
        if kind == "equal":
            continue
        if new and (kind == "insert" or new == old):  # also a line that is only set in or out
            yield f"{new} right after {above}" if above else f"{new} as the first line"
        elif new:
            yield new
        elif old:
            yield f"the code without {old}"


def quoted(line: str) -> str:
    return f"`` {line.strip()} ``"


def as_html(question: Question) -> str:
    """The answers as radio buttons; style alone shows what is said of the one that is chosen."""
    choices = []
    for number, answer in enumerate(question.answers, 1):
        mark = f"{question.name}-{number}"
        kind = "told" if answer.changed else "told right"
        choices.append(
            f'<div class="choice"><input type="radio" name="{question.name}" id="{mark}">'
            f'<label for="{mark}"><code>{html.escape(answer.label)}</code></label>'
            f'<div class="{kind}" role="status">{markdown(answer.words)}</div></div>'
        )
    return f'<div class="choices" role="radiogroup" aria-label="{html.escape(question.ask)}">{"".join(choices)}</div>'


def as_markdown(question: Question) -> str:
    """Question, code and answers, and folded which one is right and what code the others are of."""
    lines = [f"**{question.ask}**", "", "```python", question.code.rstrip(), "```", ""]
    for letter, answer in zip("ABCDEF", question.answers):
        lines += [f"{letter}.", "", "```text", answer.label, "```", ""]
    told = [f"{letter}. {answer.words}" for letter, answer in zip("ABCDEF", question.answers)]
    folded = "\n\n".join(sorted(told, key=lambda words: "**Right.**" not in words))
    return "\n".join([*lines, "<details><summary>Answer</summary>", "", folded, "", "</details>"])
