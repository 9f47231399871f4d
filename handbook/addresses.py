"""Every address that others may link to: pages and headings. `python -m handbook.addresses SITE` writes the list."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

LIST = "snippets/addresses.txt"


def addresses(site: Path) -> list[str]:
    """Each page of a built site, and each of its headings."""
    found = []
    for path in sorted(site.rglob("index.html")):
        page = f"{path.parent.relative_to(site).as_posix()}/"
        ids = re.findall(r'<h[1-6] id="([^"]+)"', path.read_text(encoding="utf-8"))
        found += [page, *(f"{page}#{anchor}" for anchor in ids)]
    return found


def lost(root: Path, site: Path) -> Iterator[str]:
    """What the last published site had and this one does not have, and what to do."""
    now = {*addresses(site)}
    for number, address in enumerate((root / LIST).read_text(encoding="utf-8").splitlines(), 1):
        page, _, anchor = address.partition("#")
        if page not in now:
            told = "let redirect_maps of mkdocs.yml lead from the old page to the new one"
            yield f"{LIST}:{number}: the site has no {page} any more; {told}"
        elif address not in now and not leads_on(site / page / "index.html", anchor):
            told = f"give its successor, or a link to it, {{ #{anchor} }}"
            yield f"{LIST}:{number}: {page} has no heading #{anchor} any more; {told}"


def leads_on(path: Path, anchor: str) -> bool:
    """Whether a page leads to another one, or the anchor to what is no heading: a row of a table, a link."""
    text = path.read_text(encoding="utf-8")
    return 'http-equiv="refresh"' in text or f' id="{anchor}"' in text


if __name__ == "__main__":
    Path(LIST).write_text("\n".join(addresses(Path(sys.argv[1]))) + "\n", encoding="utf-8", newline="\n")
