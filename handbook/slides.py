"""Slides of a course: the blocks, figures and questions that the plan of a session links to, from the built site."""

from __future__ import annotations

import html
import posixpath
import re
from collections.abc import Iterator
from pathlib import Path

from .assembly import Assembly
from .pages import Page
from .scripts import Broken

SESSION = re.compile(r"^## (\d+)\. (.+)\n([\s\S]+?)(?=^## )", re.M)
LINK = re.compile(r"\]\(([^)#]+)\.md#([\w-]+)\)")
OUTPUT = re.compile(r'<div role="group" aria-label="Output".*?</pre></div>', re.S)
PIECE = re.compile(
    r"(?P<fold><details.*?</details>)"
    rf'|(?P<block><div class="language-[^"]*highlight"[^>]*>.*?</pre></div>(?:\s*{OUTPUT.pattern})?|<figure.*?</figure>'
    r'|<div class="quiz">.*?</div>\n</div>|<table.*?</table>)'
    r"|<h3[^>]*>(?P<heading>.*?)<a .*?</h3>|(?P<text><(?P<tag>p|ul|ol|blockquote)\b.*?</(?P=tag)>)",
    re.S,
)
FOLDED = re.compile(r'<details class="quote">\s*<summary>(?!The code that drew)(.*?)</summary>(.*?)</details>', re.S)
HIDDEN = r'<details class="note"><summary>Output</summary>\n\g<0></details>'
DECK = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>{title} - slides</title>
<link rel="icon" href="{assets}favicon.svg">
{styles}
<link rel="stylesheet" href="{assets}slides.css">
</head>
<body class="deck" dir="ltr"
  data-md-color-scheme="default" data-md-color-primary="custom" data-md-color-accent="custom">
<main class="md-typeset">
<section><h1>{title}</h1>
{goal}
<p><a href="{back}">The plan of this session</a></p></section>
{slides}
</main>
</body>
</html>
"""


def decks(assembly: Assembly, page: Page, site: Path) -> Iterator[tuple[str, str]]:
    """File and HTML of each session's slides; the site has been built."""
    built = (site / assembly.html(page)).read_text(encoding="utf-8")
    for number, title, text in SESSION.findall(page.text):
        name = f"{page.name}-{number}.html"
        seen: set[str] = set()
        traps = LINK.findall(notes(text).get("The trap", ""))
        shown = [slide for at in plan(text) for slide in slides(assembly, site, name, *at, seen, at in traps)]
        anchor, goal = re.findall(rf'<h2 id="({number}-[^"]*)".*?(<p>.*?</p>)', built, re.S)[0]
        styles = "\n".join(re.findall(r'<link rel="stylesheet"[^>]*>', built))
        yield (
            name,
            DECK.format(
                title=html.escape(f"{number}. {title}"),
                assets=posixpath.relpath("assets", posixpath.dirname(name)) + "/",
                styles=moved(styles, assembly.html(page), name),
                goal=goal,
                back=posixpath.relpath(assembly.html(page), posixpath.dirname(name)) + f"#{anchor}",
                slides="\n".join(shown),
            ),
        )


def notes(text: str) -> dict[str, str]:
    """What stands behind each bold word below the table of a session."""
    return dict(re.findall(r"^- \*\*([\w ]+):\*\* ([\s\S]+?)(?=^- |^$|\Z)", text, re.M))


def plan(text: str) -> list[tuple[str, str]]:
    """Page and anchor of what a session shows: what table, "Show" and "Ask" link to, then the trap and the exercise."""
    said = notes(text)
    rows = re.findall(r"^\| [\d–]+ \| (.+) \|$", text, re.M)
    before = [*rows, said.get("Show", ""), said.get("Ask", "")]
    late = [said.get("The trap", ""), said.get("In class", "").partition("**At home")[0]]
    return list(dict.fromkeys(LINK.findall("\n".join([*before, *late]))))


def slides(
    assembly: Assembly, site: Path, deck: str, page: str, anchor: str, seen: set[str], unfold: bool
) -> Iterator[str]:
    """A slide for each block, figure, table and question below an anchor; what is folded is left out, unless a trap."""
    source = posixpath.normpath(posixpath.join(posixpath.dirname(deck), page))
    file = assembly.html(assembly.book.pages[source])
    title, content = section((site / file).read_text(encoding="utf-8"), anchor)
    if unfold:
        content = FOLDED.sub(r"<p>\1</p>\2", content)
    link = f'<p class="from"><a href="#{anchor}">{assembly.book.pages[source].title}</a></p></section>'
    told: list[str] = []
    shown: list[list[str]] = []
    for piece in PIECE.finditer(content):
        if piece["heading"]:
            title, told = piece["heading"], []
        elif piece["text"]:
            told.append(piece["text"])
        elif piece["block"]:
            shown.append([title, *told[-2:], OUTPUT.sub(HIDDEN, piece["block"])])
            told = []
    for number, (heading, *parts) in enumerate(shown or [[title, *told]]):
        if parts[-1] in seen:
            continue
        seen.add(parts[-1])
        if parts[-1].startswith('<div class="quiz">'):  # questions of two pages may have one name
            parts[-1] = re.sub(r' (name|for|id)="', rf' \1="{source}-{anchor}-{number}-'.replace("/", "-"), parts[-1])
        yield moved("\n".join([f"<section><h2>{heading}</h2>", *parts, link]), file, deck)


def section(built: str, anchor: str) -> tuple[str, str]:
    """Heading and HTML of what stands below it; of an exercise what stands up to the next one."""
    if heading := re.search(rf'<h([1-6]) id="{anchor}"[^>]*>(.*?)<a .*?</h\1>', built, re.S):
        level = int(heading[1])
        end = re.compile(rf"<h[1-{level}] |</article>").search(built, heading.end())
        return heading[2], built[heading.end() : end.start() if end else None]
    start = re.search(rf'<p>(?=(?:(?!</p>).)*<strong id="{anchor}">)', built, re.S)
    if not start:
        raise Broken(f"docs: no slide for #{anchor}: neither a heading nor an exercise")
    end = re.compile(r'<p><input type="checkbox"|<h2 |</article>').search(built, start.end())
    return "Exercise", built[start.start() : end.start() if end else None]


def moved(text: str, start: str, end: str) -> str:
    """HTML of one file with its links as another file has to name them."""

    def one(link: re.Match) -> str:
        if re.match(r"[a-z]+:|//", link[2]):
            return link[0]
        path, anchor, name = link[2].partition("#")
        there = posixpath.join(posixpath.dirname(start), path) if path else start
        there = posixpath.relpath(there, posixpath.dirname(end)) + "/" * there.endswith("/")
        return f'{link[1]}="{there}{anchor}{name}"'

    return re.sub(r'(?<= )(href|src)="([^"]*)"', one, text)
