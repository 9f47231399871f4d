"""What a page says of single lines of code: notes beside them, and what changed since another section."""

from __future__ import annotations

import ast
import html
import re
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher

from .scripts import Broken, Script

BLOCK = re.compile(r'(<div class="[^"]*" )data-lines="([\w:./-]+)"(.*?<code[^>]*>)(.*?)(</code>)', re.S)


def noted(script: Script, section: str, notes: Sequence[str]) -> list[int]:
    """Of each note, "code | words", the number of the first line of the section that has the code."""
    lines, found = script.code(section).strip("\n").splitlines(), []
    for note in notes:
        code, bar, words = note.partition(" | ")
        places = [number for number, line in enumerate(lines) if code in line]
        if not (bar and words and places):
            raise Broken(f"{script}:{script.sections[section].start}: no line for the note {note!r} of its page")
        found.append(places[0])
    return found


def as_list(notes: Sequence[str]) -> str:
    """The notes in Markdown, numbered."""
    parts = (note.partition(" | ") for note in notes)
    return "\n".join(f"{number}. `{code}`: {words}" for number, (code, _, words) in enumerate(parts, 1))


def changed(old: str, new: str) -> tuple[set[int], dict[int, list[str]]]:
    """Numbers of the lines that are new, and what is gone, by the number of the line that stands there now.

    If both have functions, what is within these counts: each block calls its own function, which changes nothing.
    """
    before, after = old.strip("\n").splitlines(), new.strip("\n").splitlines()
    seen, shown = within(before), within(after)
    if not (seen and shown):
        seen, shown = {*range(len(before))}, {*range(len(after))}
    added: set[int] = set()
    gone: dict[int, list[str]] = {}
    for kind, i, j, first, last in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind != "equal":
            added |= shown & {*range(first, last)}
            if lost := [before[number] for number in range(i, j) if number in seen]:
                here = {first - 1, first} & shown
                gone[first if here else next((n for n in sorted(shown) if n > first), first)] = lost
    return added, gone


def within(lines: list[str]) -> set[int]:
    """Numbers of the lines that stand within functions."""
    functions = [node for node in ast.walk(ast.parse("\n".join(lines))) if isinstance(node, ast.FunctionDef)]
    return {number for node in functions for number in range(node.body[0].lineno - 1, node.end_lineno or 0)}


def marked(text: str, script_of: Callable[[str], Script]) -> str:
    """HTML with marks in its code; they are drawn by style alone, so that copied code has none."""

    def mark(match: re.Match) -> str:
        name, section, since, numbers = match[2].split(":")
        script, lines = script_of(name), match[4].split("\n")
        added, gone = changed(script.code(since), script.code(section)) if since else (set(), {})
        for place, number in enumerate(filter(None, numbers.split(".")), 1):
            lines[int(number)] += f'<span class="note" data-note="{place}"></span>'
        for number in added:
            lines[number] = f'<span class="added"></span>{lines[number]}'
        for number, old in gone.items():
            lost = "".join(f'<span class="gone" data-gone="{html.escape(line) or " "}"></span>' for line in old)
            lines[number] = lost + lines[number]
        return match[1] + match[3].lstrip() + "\n".join(lines) + match[5]

    return BLOCK.sub(mark, text)
