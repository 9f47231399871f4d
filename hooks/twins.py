"""Each page as plain Markdown beside it, for readers and programs without a browser, and llms.txt, which lists them."""

from __future__ import annotations

import re
from pathlib import Path

import pages
from scripts import first


def included(root: Path, match: re.Match) -> str:
    """What `--8<--` stands for: a file, or the lines between the markers of a section."""
    file, section, indent = match["file"], match["section"], match["indent"]
    text = (root / file).read_text(encoding="utf-8")
    if section:
        text = text.partition(f"# --8<-- [start:{section}]\n")[2].partition(f"# --8<-- [end:{section}]")[0]
    return "\n".join(f"{indent}{line}".rstrip() for line in text.strip("\n").splitlines())


def twin(root: Path, markdown: str) -> str:
    """The page with code and outputs in place, and of each drawing what it shows."""
    include = rf"^(?P<indent> *){pages.INCLUDE.pattern}$"
    text = re.sub(include, lambda match: included(root, match), markdown, flags=re.M)
    text = re.sub(r"^( *)```figure\n.+\n((?:.*\n)*?) *```$", r"\1*Figure:*\n\2", text, flags=re.M)
    text = re.sub(r"^( *)```flow\n((?:.*\n)*?) *alt: (.*)\n *```$", r"\1*Figure:* \3", text, flags=re.M)
    text = re.sub(r'<button class="copy-script".*?</button>', "", text)
    text = re.sub(r"^( *```)\{ \.(\w+)(?: \.wrap)?( title=.*)? \}$", r"\1\2\3", text, flags=re.M)
    text = re.sub(r"^\{ \.\w+ \}$|(?<=\))\{ download \}|(?<=\S) \{ #[\w-]+ \}$", "", text, flags=re.M)
    return text.strip() + "\n"


def index(root: Path, config) -> str:
    """llms.txt: of each part of the navigation its pages, and what a reader can do after each."""
    lines = [f"# {config.site_name}", "", f"> {config.site_description}"]
    for entry in config.nav or []:
        ((part, paths),) = entry.items() if isinstance(entry, dict) else [("Pages", entry)]
        lines += ["", f"## {part}", ""]
        for path in [paths] if isinstance(paths, str) else paths:
            page = root / "docs" / path
            words = "; ".join(pages.front_matter(page).get("objectives") or [config.site_description])
            title = first(r"^# ([^\n]+)$", page)
            lines.append(f"- [{title}]({config.site_url or ''}{path}): {words}")
    return "\n".join(lines) + "\n"
