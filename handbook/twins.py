"""Each page as plain Markdown beside it, for readers and programs without a browser, and llms.txt, which lists them."""

from __future__ import annotations

import re

from . import quizzes
from .book import Handbook
from .markup import PICTURES
from .pages import INCLUDE, Page

QUIZ = re.compile(r'^<div class="quiz".*\n(?:.*\n)*?```answers\n.+:(.+)\n```\n\n</div>$', re.M)


def twin(page: Page, markdown: str) -> str:
    """The page with code and outputs in place, and of each figure what it shows."""

    def included(match: re.Match) -> str:
        lines = page.book.included(match["file"], match["section"])
        return "\n".join(f"{match['indent']}{line}".rstrip() for line in lines)

    def pictured(match: re.Match) -> str:
        return f"{match[1]}![{' '.join(match[3].split())}]({up}{PICTURES}{match[2]})"

    up = "../" * page.name.count("/")
    text = re.sub(rf"^(?P<indent> *){INCLUDE.pattern}$", included, markdown, flags=re.M)
    text = re.sub(r"^( *)```figure\n *(.+\.webp)\n((?:.*\n)*?) *```$", pictured, text, flags=re.M)
    text = QUIZ.sub(lambda match: quizzes.as_markdown(page.questions[match[1]]), text)
    text = re.sub(r"^( *)```figure\n.+\n((?:.*\n)*?) *```$", r"\1*Figure:*\n\2", text, flags=re.M)
    text = re.sub(r"^( *)```flow\n((?:.*\n)*?) *alt: (.*)\n *```$", r"\1*Figure:* \3", text, flags=re.M)
    text = re.sub(r"^ *```widget\n.+\n((?:.*\n)*?.*)\n *```$", r"\1", text, flags=re.M)
    text = re.sub(r'<button .*?</button>|<input .*?> |^<p class=".*</p>\n?', "", text, flags=re.M)
    text = re.sub(r'<a download href="(.+?)">(.+?)</a>', r"[\2](\1)", text)
    text = re.sub(r' data-lines="\S+" \}$', " }", text, flags=re.M)
    text = re.sub(r' title="(Raises|Repair)" \}$', " }", text, flags=re.M)
    text = re.sub(r"^( *```)\{ \.(\w+)(?: \.\w+)*( title=.*)? \}$", r"\1\2\3", text, flags=re.M)
    text = re.sub(r"^</?div.*>\n|^\{ \.\w+ \}$|(?<=\))\{ [^}\n]+ \}|(?<=\S) \{ #[\w-]+ \}$", "", text, flags=re.M)
    text = re.sub(r"^( *```)matrix$", r"\1text", text, flags=re.M)
    text = re.sub(r"(?<=\*\*)\{ #[\w-]+ \}| \{ \.[^{}|]+ \}(?= \|)", "", text)  # of exercises, of cells of a table
    return text.strip() + "\n"


def index(book: Handbook, address: str) -> str:
    """llms.txt: of each part of the navigation its pages, and what a reader can do after each."""
    described = book.settings["site_description"]
    lines = [f"# {book.settings['site_name']}", "", f"> {described}"]
    for part, names in book.parts.items():
        lines += ["", f"## {part}", ""]
        for page in (book.pages[name] for name in names if name in book.pages):
            words = "; ".join(page.matter.get("objectives") or [page.matter.get("description", described)])
            lines.append(f"- [{page.title}]({address}{page.name}.md): {words}")
    return "\n".join(lines) + "\n"
