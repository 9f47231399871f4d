"""Walls of what the examples drew, wrote and measured: each tile shows a record and leads to its section."""

from __future__ import annotations

import ast
import html
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from markdown.extensions.toc import slugify

from . import markup, tables
from .scripts import Broken

if TYPE_CHECKING:
    from .book import Handbook
    from .pages import Fence, Page

WALL = re.compile(r"^```wall\n(?:.*\n)*?```$", re.M)
RECORD = re.compile(r"([\w/-]+):([\w-]+)")  # what a section printed
MEASURED = re.compile(r"([\w-]+): (.+)")  # a column of a measurement's table
HEADING = re.compile(r"#+ (?P<words>.+?)(?: \{ #(?P<anchor>[\w-]+) \})?$")
SAID = 420  # characters of a record; what is left of them fills a tile
WRITTEN, BARS = 1.5, 2.0  # width to height of a tile without a picture


@dataclass(frozen=True)
class Tile:
    """What a tile shows, in the words of its wall, and where it stands: a page, and a heading of it."""

    source: str
    words: str
    page: Page
    anchor: str
    fence: Fence | None  # of a figure

    @property
    def picture(self) -> bool:
        return self.fence is not None

    @property
    def alt(self) -> str:
        """The caption that the figure has on its page."""
        return markup.caption(" ".join(self.fence.body[1:])) if self.fence else ""


def sources(fence: Fence) -> Iterator[tuple[int, str, str]]:
    """Line, source and words of each tile of a fence: one line and then words, with an empty line between tiles."""
    block: list[tuple[int, str]] = []
    for number, line in [*enumerate(fence.body, fence.line + 1), (fence.end, "")]:
        if line.strip():
            block.append((number, line.strip()))
        elif block:
            yield block[0][0], block[0][1], " ".join(words for _, words in block[1:])
            block = []


def tiles(book: Handbook, fence: Fence) -> Iterator[Tile]:
    """Each tile of a fence; what it shows and where that stands is looked up, so that neither can be wrong."""
    for number, source, words in sources(fence):
        if not words:
            raise Broken(f"{fence.page}:{number}: say below {source} what one sees, and what made it")
        found = next(places(book, source), None)
        if not found:
            raise Broken(f"{fence.page}:{number}: {source} is no figure, record or measurement that a page shows")
        page, line, drawn = found
        yield Tile(source, words, page, anchor_above(page, line), drawn)


def places(book: Handbook, source: str) -> Iterator[tuple[Page, int, Fence | None]]:
    """Page and line where a source stands, and the block of a figure."""
    if source.endswith((".svg", ".webp")):
        page = owner(book, source.rpartition("/")[0])
        for fence in page.fences if page else ():
            if fence.language == "figure" and fence.body[:1] == [source]:
                yield page, fence.line, fence  # type: ignore[misc]
    elif record := RECORD.fullmatch(source):
        page = owner(book, record[1])
        for fence in page.fences if page and record[2] in book.script(record[1]).records else ():
            if (f"examples/{record[1]}.py", record[2]) in fence.includes:
                yield page, fence.line, None  # type: ignore[misc]
    elif measured := MEASURED.fullmatch(source):
        for page in book.pages.values():
            yield from (
                (page, number, None) for number, line in page.prose if line.strip() == f"<!-- table: {measured[1]} -->"
            )


def owner(book: Handbook, script: str) -> Page | None:
    """The page of a script."""
    if not book.script(script).path.is_file():
        return None
    return book.pages.get(book.script(script).page.removeprefix("docs/").removesuffix(".md"))


def anchor_above(page: Page, line: int) -> str:
    """Of the last heading before the line; none is left of the title, which is the top of the page."""
    headings = [match for number, text in page.prose if number < line and (match := HEADING.fullmatch(text))]
    last = headings[-1]
    if len(headings) == 1:
        return ""
    return last["anchor"] or slugify(re.sub(r"[`*]|\]\(.*?\)|\[", "", last["words"]), "-")


def shown(book: Handbook, page: Page, text: str, address: Callable[[Page, str], str]) -> str:
    """The text of a page with each wall as HTML; address makes a link of a page and an anchor."""
    blocks = iter([fence for fence in page.fences if fence.language == "wall"])

    def one(match: re.Match) -> str:
        parts = [as_html(book, tile, address(tile.page, tile.anchor)) for tile in tiles(book, next(blocks))]
        return f'<div class="wall">{"".join(parts)}</div>'

    return WALL.sub(one, text)


def as_html(book: Handbook, tile: Tile, link: str) -> str:
    content, ratio, kind = framed(book, tile)
    return (
        f'<figure class="tile" style="--ratio: {ratio:.2f}"><div class="{kind}">{content}</div><figcaption>'
        f'<a href="{link}">{html.escape(tile.words)}</a></figcaption></figure>'
    )


def framed(book: Handbook, tile: Tile) -> tuple[str, float, str]:
    """What a tile shows as HTML, width to height, and its kind."""
    if tile.picture:
        return markup.thumbnail(book.root / "snippets/figures", tile.source, tile.alt)
    if record := RECORD.fullmatch(tile.source):
        return written(book.script(record[1]).records[record[2]]), WRITTEN, "said"
    return bars(book, tile.source), BARS, "bars"


def written(text: str) -> str:
    """The beginning of a record; of a list of pieces each by itself."""
    first, _, rest = text.strip().partition("\n")
    pieces = ast.literal_eval(first) if first.startswith("['") else []
    cut = html.escape((rest if pieces else text).strip()[:SAID].replace("\n\n", "\n"), quote=False)
    apart = "".join(f"<b>{html.escape(piece)}</b>" for piece in pieces)
    return f"<p>{apart}</p>" * bool(pieces) + "<p>{}</p>".format(cut.replace("\n", "<br>"))


def bars(book: Handbook, source: str) -> str:
    """A column of a measured table: each row's label, a bar as long as the number, the number."""
    name, column = source.split(": ", 1)
    lines = json.loads(tables.measured(book.root, name).read_text(encoding="utf-8"))["table"]
    head, _, *rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]
    if column not in head:
        raise Broken(f"snippets/measurements/{name}.json:1: its table has no column {column!r}")
    cells = [(re.sub(r"`| \(.*\)$", "", row[0]), row[head.index(column)]) for row in rows]
    numbers = [float(re.findall(r"[\d.]+", cell)[0]) for _, cell in cells]
    return "<ul>{}</ul>".format(
        "".join(
            f'<li style="--length: {number / max(numbers):.2f}">{html.escape(label)} <b>{html.escape(cell)}</b></li>'
            for (label, cell), number in zip(cells, numbers)
        )
    )


def as_markdown(book: Handbook, page: Page, text: str) -> str:
    """The text of a page with its walls as lists of links, for who reads without a browser."""
    blocks = iter([fence for fence in page.fences if fence.language == "wall"])
    up = "../" * page.name.count("/")

    def line(tile: Tile) -> str:
        place = f"{up}{tile.page.name}.md" + f"#{tile.anchor}" * bool(tile.anchor)
        picture = f"\n\n![{tile.alt}]({up}{markup.PICTURES}{tile.source})" * tile.source.endswith(".webp")
        return f"[{tile.words}]({place}){picture}\n"

    return WALL.sub(lambda match: "\n".join(line(tile) for tile in tiles(book, next(blocks))), text)
