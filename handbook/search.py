"""The index of the search: for each word the sections that hold it, in one small script for each two first letters."""

from __future__ import annotations

import html
import json
import math
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from .pages import Page

HEADING = re.compile(r'<h([123]) id="([^"]+)"[^>]*>(.*?)</h\1>', re.S)
UNSEEN = re.compile(
    r'<(a|span) class="(?:headerlink|filename).*?</\1>|<(script|style|svg|math|button|figure)\b.*?</\2>', re.S
)
LEFT_OUT = {"run-it-yourself", "all-entries"}
MINOR = {"predict-first", "exercises", "in-short", "what-changed", "on-other-devices"}
FIELDS = {
    "heading": 8.0,
    "tags": 8.0,
    "title": 1.5,
    "inside": 1.5,
    "text": 1.0,
    "code": 0.5,
}  # a word's weight by its place
SATURATION, LENGTH = 3.0, 0.4  # k and b of BM25
MOST = 80  # sections kept for a word


@cache
def stem(word: str) -> str:
    """Without the endings that a reader may have chosen otherwise; handbook.js has the same."""
    if not re.fullmatch("[a-z]+", word):
        return word
    word = re.sub(r"(?<=\w{3})(?:at(?:ions?|ing|ed|es?|ors?)|ings?|ions?|ed|e?s(?<!ss)|e|ly)$", "", word)
    return re.sub(r"([^aeiouls])\1$", r"\1", word)


def words(text: str) -> dict[str, float]:
    """Words and names, and for a third the parts of names such as CrossEntropyLoss and cross_entropy."""
    found: dict[str, float] = defaultdict(float)
    for word in re.findall(r"\w*[^\W\d_]\w*", text):
        found[stem(word.lower())] += 1
        if re.search("[a-z][A-Z]|_", word):
            for part in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", word):
                found[stem(part.lower())] += 1 / 3
    return found


def plain(markup: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", "", markup)).split())


def sections(page: Page, built: str) -> list[tuple[str, dict[str, str]]]:
    """The anchor of each section of a page, the first one's empty, and its words by the field they stand in."""
    article = UNSEEN.sub(" ", built.partition("<article")[2].partition("</article>")[0])
    _, *parts = HEADING.split(article)
    tags, found = {**page.matter.get("tags", {})}, []
    for anchor, heading, body in zip(["top", *parts[5::4]], parts[2::4], parts[3::4]):
        code = " ".join(re.findall(r"<pre.*?</pre>", body, re.S))
        text = re.sub(r"<pre.*?</pre>", " ", body, flags=re.S)
        text = re.sub(r'<p class="facts">.*?</div>', "", text, flags=re.S)  # with the objectives
        fields = {"heading": plain(heading), "title": page.title, "text": plain(text), "code": plain(code)}
        found.append((anchor.removeprefix("top"), fields | {"tags": tags.pop(anchor, "")}))
    if tags:
        raise ValueError(f"{page}: tags for sections that it does not have: {', '.join(tags)}")
    inside = [fields["heading"] for anchor, fields in found[1:] if anchor not in MINOR]
    found[0][1]["inside"] = " ".join([*inside, *page.matter.get("objectives", [])])
    hidden = page.matter.get("search", {}).get("exclude")
    return found[:1] if hidden else [section for section in found if section[0] not in LEFT_OUT]


def write(folder: Path, pages: dict[Path, Page]) -> None:
    """The headings of each page, and for each word the sections that hold it with what it says of them.

    pages: by their HTML.
    Robertson and Zaragoza, The Probabilistic Relevance Framework: BM25 and Beyond, 2009, section 3.6 (weighted fields).
    """
    counts: dict[int, dict[str, float]] = {}
    for number, (path, page) in enumerate(pages.items()):
        shown = []
        for place, (anchor, fields) in enumerate(sections(page, path.read_text(encoding="utf-8"))):
            counts[1000 * number + place] = weighted(fields, 0.5 if anchor in MINOR else 1.0)
            shown.append([anchor, fields["heading"], fields["text"][:160]])
        address = path.relative_to(folder.parent).as_posix()
        save(folder, f"page-{number}", [re.sub(r"(?<![^/])index\.html$", "", address), page.title, shown])
    files: dict[str, dict[str, list[int]]] = defaultdict(dict)
    for word, best in impacts(counts):
        files[word[:2]][word] = [number for pair in best for number in pair]
    save(folder, "letters", list(files))
    for number, content in enumerate(files.values()):
        save(folder, str(number), content)


def weighted(fields: dict[str, str], share: float) -> dict[str, float]:
    """How often each word occurs, by the weight of the place."""
    found: dict[str, float] = defaultdict(float)
    for field, text in fields.items():
        for word, count in words(text).items():
            found[word] += share * FIELDS[field] * min(count, 4)
    return found


def impacts(counts: dict[int, dict[str, float]]) -> Iterator[tuple[str, list[tuple[int, int]]]]:
    """For each word the sections for which it tells most, and how much."""
    holding: dict[str, list[int]] = defaultdict(list)
    for section, found in counts.items():
        for word in found:
            holding[word].append(section)
    usual = sum(map(len, counts.values())) / len(counts)
    lengths = {section: 1 - LENGTH + LENGTH * len(found) / usual for section, found in counts.items()}
    for word, places in holding.items():
        rare = math.log(1 + len(counts) / len(places))
        shares = {place: counts[place][word] / (counts[place][word] + SATURATION * lengths[place]) for place in places}
        best = sorted(shares, key=lambda place: -shares[place])[:MOST]
        yield word, [(place, round(20 * rare * shares[place]) or 1) for place in best]


def save(folder: Path, name: str, content: list | dict) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    (folder / f"{name}.js").write_text(f'searched("{name}",{text})', encoding="utf-8")
