"""What a built site still lacks, whoever built it: downloads, Markdown twins, llms.txt, the font, the policy."""

from __future__ import annotations

import base64
import html
import os
import re
from collections.abc import Iterator
from pathlib import Path

from . import browser, downloads, markup, search, slides, theme, twins, wall
from .assembly import Assembly
from .book import Handbook, write
from .notebooks import notebook
from .pages import FRONT, Page

SCROLLS = 'tabindex="0" role="group" aria-label'


def notebooks(book: Handbook) -> Iterator[tuple[Path, str]]:
    """Folder and name of each notebook that is a page too."""
    folder = book.root / ".cache/notebooks"
    for page in book.pages.values():
        if page.matter.get("notebook"):
            write(folder / f"{page.name}-notebook.ipynb", notebook(page, alone=False))
            yield folder, f"{page.name}-notebook.ipynb"


def outdate(assembly: Assembly, site: Path) -> None:
    """Make pages old that are older than their scripts: `mkdocs serve --dirty` looks at the age of the page alone."""
    for page in assembly.book.pages.values():
        built = site / assembly.html(page)
        if built.exists() and page.changed > built.stat().st_mtime:
            os.utime(built, (0, 0))


def finish(assembly: Assembly, site: Path, address: str = "", policy: bool = True, since: float = 0) -> None:
    """Complete what was built since then. The policy would stop scripts of a server, and files opened from disk."""
    book = assembly.book
    for page in book.pages.values():
        built = site / assembly.html(page)
        if built.exists() and built.stat().st_mtime >= since:
            for name, content in files(page, assembly):
                write(site / name, content)
    every = [name for page in book.pages.values() for name in page.exercises]
    if every:
        write(site / "exercises.zip", downloads.exercises(book, "All pages", every))
    write(site / "llms.txt", twins.index(book, address))
    searched = {assembly.html(page): page for page in book.pages.values()}
    if all((site / name).stat().st_mtime >= since for name in searched):  # not after each edit that is being served
        search.write(site / "search", {site / name: page for name, page in searched.items()})
    write(site / "robots.txt", "User-agent: *\nAllow: /\n" + f"Sitemap: {address}sitemap.xml\n" * bool(address))
    characters: set[str] = set()
    styles: set[str] = set()
    for path in sorted(site.rglob("*.html")):
        text = path.read_text(encoding="utf-8")
        for formula in re.findall(r"<math.*?</math>", text, re.S):
            characters.update(html.unescape(re.sub(r"<[^>]+>", "", formula)))
        if path.stat().st_mtime < since:
            continue
        depth = "../" * (len(path.relative_to(site).parts) - 1) or "./"
        if path.parent.name.endswith("-notebook"):
            text = scrollable(text, depth, styles)
            page = book.pages[path.parent.relative_to(site).as_posix().removesuffix("-notebook")]
            for name in page.pictures:  # which the notebook itself holds
                text = text.replace(markup.embedded(book.root / "snippets/figures" / name), f"/{markup.PICTURES}{name}")
        if "<math" in text and assembly.directories:
            font = f'<link rel="preload" href="{depth}assets/math.woff2" as="font" type="font/woff2" crossorigin>'
            text = text.replace("</head>", f"{font}</head>", 1)
        text = text.replace(f' src="/{markup.PICTURES}', f' src="{depth}{markup.PICTURES}')
        text = re.sub(r'="/(assets/(?:model/|(?:demo|digits|pictures|writer|widgets)\.js))', rf'="{depth}\1', text)
        text = theme.compact(theme.explained_once(theme.accessible(text)))
        write(path, theme.secured(text) if policy else text)
    for page in book.pages.values():
        if page.matter.get("slides") and (site / assembly.html(page)).stat().st_mtime >= since:
            for name, content in slides.decks(assembly, page, site):
                write(site / name, theme.secured(content) if policy else content)
    for name, file in browser.files(book.root).items():
        if not (site / browser.PLACE / name).exists():
            write(site / browser.PLACE / name, file.read_bytes())
    if characters:
        write(site / "assets/math.woff2", markup.math_font(book.root, characters))
    if styles:
        write(site / "assets/notebook.css", "\n".join(sorted(styles)))


def files(page: Page, assembly: Assembly) -> Iterator[tuple[str, str | bytes]]:
    """What belongs to the page: its pictures; beside it its scripts, its notebook, itself as Markdown."""
    for name in page.pictures:
        yield markup.PICTURES + name, (page.book.root / "snippets/figures" / name).read_bytes()
    for tile in page.tiles:
        if tile.source.endswith(".svg"):
            for scheme in markup.SCHEMES:
                drawn = markup.alone(page.book.root, tile.source, tile.alt, scheme)
                yield markup.PICTURES + markup.drawn_for(tile.source, scheme), drawn
    if downloads.come_together(page.scripts):
        beside = notebook(page, alone=False) if page.matter.get("notebook") else ""
        yield f"{page.name}.zip", downloads.zipped(page, beside)
    else:
        for script in page.scripts:
            yield f"{script.name}.py", downloads.standalone(page.book, script)
    if page.scripts:
        yield f"{page.name}.ipynb", notebook(page)
    if page.exercises:
        yield downloads.zip_of_exercises(page), downloads.exercises(page.book, page.title, page.exercises)
    alone = Assembly(page.book, assembly.repository, directories=False)
    text = wall.as_markdown(page.book, page, FRONT.sub("", page.text))
    yield f"{page.name}.md", twins.twin(page, alone.assembled(page, text))


def scrollable(text: str, depth: str, styles: set[str]) -> str:
    """The notebook's page of mkdocs-jupyter: styles in a file, and what scrolls within reach of the keyboard."""
    before, article, content = text.partition("<article")
    styles.update(re.findall(r"<style[^>]*>(.*?)</style>", content, re.S))
    content = re.sub(r"<style.*?</style>", "", content, flags=re.S)
    content = re.sub(r'<img alt="[^"]*"([^>]*image/svg[^>]*;base64,)([^"]*)"', described, content)
    content = content.replace('<div class="highlight-ipynb', f'<div {SCROLLS}="Code" class="highlight-ipynb')
    content = content.replace('<div class="highlight"><pre>', f'<div class="highlight"><pre {SCROLLS}="Code">')
    content = content.replace('<div class="jp-RenderedText', f'<div {SCROLLS}="Output" class="jp-RenderedText')
    content = re.sub(r"<p>.*?</p>", formulas, content, flags=re.S)
    sheet = f'<link rel="stylesheet" href="{depth}assets/notebook.css">'
    return before + article + content.replace(">", f">{sheet}", 1)


def formulas(paragraph: re.Match) -> str:
    """A paragraph of a notebook with its TeX as MathML, which Jupyter makes itself."""
    return re.sub(r"\$([^$<]+)\$", lambda tex: markup.mathml(tex[1], block=False), paragraph[0])


def described(image: re.Match) -> str:
    """A drawing with what it shows, which nbconvert leaves inside of it."""
    words = re.search(r'aria-label="([^"]*)"', base64.b64decode(image[2]).decode())
    return f'<img alt="{words[1] if words else ""}"{image[1]}{image[2]}"'
