"""Sentences, tables and commands keep to the checks of prose.py."""

import mmap
import re
from pathlib import Path

import prose
import pytest
import rules
import torch
from harness import BOOK

from handbook import Page
from handbook.tables import entries

FIGURES = [  # a line of a page: what in it is a figure
    ("It takes 3.5 ms, 40 % less and 2 GB.", ["3.5 ms", "40 %", "2 GB"]),
    ("twelve times faster, 500 times", ["twelve times faster", "500 times"]),
    ("98.7 percent in 12 milliseconds", ["98.7 percent", "12 milliseconds"]),
    ("10 min, 2 h, 3 s", ["10 min", "2 h", "3 s"]),
    ("ten seconds, a 5-minute wait", ["ten seconds", "5-minute"]),
    ("12.5 megabytes, 30 dB", ["12.5 megabytes", "30 dB"]),
    ("3x, 5×, threefold and 3-fold", ["3x", "5×", "threefold", "3-fold"]),
    ("250 images per second, 7 tokens/s", ["250 images per second", "7 tokens/s"]),
    ("twice as fast, half the memory", ["twice as fast", "half the memory"]),
    ("an accuracy of 0.987", ["0.987"]),
    ("between 0.25 and 1.46.", ["0.25", "1.46"]),
    ("<b>12.5</b> ms, 12.5&nbsp;ms", ["12.5 ms", "12.5 ms"]),
    ('`12.5 ms` and "20 %"', ["12.5 ms", "20 %"]),
    ("| eager | 12.5 |", ["12.5"]),
    ("torch 2.15, Python 3.11, torchvision 0.29, 2.15.0", []),
    ("3 × 3 kernels, 3x + 1, $3 s$, $$0.25$$", []),
    ('They say "20 % faster". `timeout=5 s`, `lr=0.001`', []),
    ("15,408 bytes at 30 fps, four bytes", ["15,408 bytes", "30 fps", "four bytes"]),
    ("a mean of -1.46, -40 % and -3 ms", ["1.46", "40 %", "3 ms"]),
    ("a loss of 2.14, an error of 3.14", ["2.14", "3.14"]),
    ("In 2.15 it warns, since 2.13, on Python 3.14, an fp8-e4m3-0.25", []),
    ("step 3 of 10, 60,000 images, x_0.25", []),
]


def page_of(text: str) -> Page:
    page = Page(BOOK, "made/up")
    vars(page)["text"] = text
    return page


@pytest.mark.parametrize(("line", "found"), FIGURES)
def test_figures_are_found(line, found):
    page = f"---\nminutes: 5\n---\n{line}\n\n```text\n9 ms\n```\n"
    assert sorted(prose.figures(page_of(page))) == sorted((4, figure) for figure in found)


def test_captions_and_line_numbers():
    page = "A `span\nof two` lines.\n\n```figure\na/b.svg\nFalls to 0.25.\n```\n\n40 %\n"
    assert [*prose.figures(page_of(page))] == [(9, "40 %"), (6, "0.25")]


@pytest.mark.parametrize("check", prose.CHECKS, ids=lambda check: check.__name__)
def test_prose(check):
    rules.raise_all(check(BOOK))


@pytest.mark.parametrize(
    ("slug", "told"),
    [
        ("buffer-length", "docs/projects/mnist.md: question 'memory' has an answer that raises, without an entry"),
        ("cat-axes", "examples/foundations/compute.py: section 'join-error' catches 2 messages, and entries have 1"),
    ],
)
def test_message_needs_an_entry(monkeypatch, slug, told):
    """Of an answer; and the second one that a section prints."""
    kept = [(page, entry) for page, entry in entries(BOOK) if entry["slug"] != slug]
    monkeypatch.setattr(prose, "entries", lambda book: kept)
    (said,) = prose.check_messages(BOOK)
    assert said.startswith(told)


PARTS = re.compile(r"…|: |[.,] | has | and | if | when ")  # a message is put together of parts, here at the latest


@pytest.mark.slow
def test_quotes_of_cuda_are_in_torch():
    """What the list of errors quotes stands in the packages that are installed; those of Python and of a Mac do not."""
    if not torch.version.cuda:
        pytest.skip("a build without CUDA")
    told = [quote for _, entry in entries(BOOK) for quote in prose.QUOTE.findall(entry["text"])]
    quotes = [quote for quote in told if not re.match(r"OSError|ModuleNotFoundError|linear\(\): |.*MPS", quote)]
    left = {part.strip(" .").encode() for quote in quotes for part in PARTS.split(quote)}
    left = {part for part in left if len(part) > 8}
    assert len(left) > 15
    folder = Path(torch.__file__).parent
    libraries = [*folder.glob("lib/*.so"), *folder.parent.glob("nvidia/*/lib/libcudart.so*")]
    libraries += folder.parent.glob("nvidia/*/lib/libcudnn_graph.so*")  # which has the names of statuses
    for path in [*libraries, *folder.glob("*.py"), *folder.glob("cuda/*.py")]:
        if path.stat().st_size:
            with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
                left = {part for part in left if content.find(part) < 0}
    assert not left
