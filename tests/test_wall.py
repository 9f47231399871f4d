"""Walls: each tile shows a record that is there, and leads to the section that shows the same."""

import dataclasses
import html
import re

import pytest
from harness import BOOK, ROOT
from test_site import page

from handbook import Page, wall
from handbook.markup import PICTURES, SCHEMES, drawn_for
from handbook.pages import Fence
from handbook.scripts import Broken
from handbook.slides import section

WALLS = [name for name, one in BOOK.pages.items() if one.tiles]
TILE = re.compile(
    r'<figure class="tile".*?<div class="(\w+)">(.*?)</div>\s*<figcaption>\s*<a href="([^"]+)">(.*?)</a>', re.S
)


def shown(built, name):
    """Of each tile of a built page: what was asked for, and the kind, content, address and words that are there."""
    found = TILE.findall(page(built, name).read_text(encoding="utf-8"))
    assert len(found) == len(BOOK.pages[name].tiles)
    return [(tile, *one) for tile, one in zip(BOOK.pages[name].tiles, found)]


def plain(text):
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", text)).split())


@pytest.mark.parametrize("name", WALLS)
def test_tile_leads_to_what_it_shows(built, name):
    """The section at the address has the figure, what was printed, or the table."""
    for tile, _, content, address, words in shown(built, name):
        path, _, anchor = address.partition("#")
        file = (page(built, name).parent / path / "index.html").resolve()
        text = file.read_text(encoding="utf-8")
        there = section(text, anchor)[1] if anchor else text
        assert html.unescape(words) == tile.words
        if tile.source.endswith(".webp"):
            assert f'{PICTURES}{tile.source}"' in there, tile.source
        elif tile.source.endswith(".svg"):
            label = html.escape(" ".join(" ".join(tile.fence.body[1:]).split()))
            assert f'aria-label="{label}"' in there, tile.source
        elif record := wall.RECORD.fullmatch(tile.source):
            printed = BOOK.script(record[1]).records[record[2]]
            assert plain(html.escape(printed)) in plain(there), tile.source
            said = plain(content.replace("</b>", " "))
            assert said and (said in plain(html.escape(printed)) or "<b>" in content), tile.source
        else:
            cells = re.findall(r"<b>(.*?)</b>", content)
            assert len(cells) > 2 and all(f">{cell}</td>" in there for cell in cells), tile.source


@pytest.mark.parametrize("name", WALLS)
def test_pictures_of_tiles(built, name):
    """Each has words, and a size before it is there; it is loaded when it is near; together they are light."""
    weight = {scheme: 0 for scheme in SCHEMES}
    for tile, kind, content, _, _ in shown(built, name):
        images = re.findall(r"<img[^>]*>", content)
        assert len(images) == {"drawn": 2, "photo": 1, "pixels": 1}.get(kind, 0)
        for image in images:
            said = dict(re.findall(r'(\w+)="([^"]*)"', image))
            assert len(said["alt"]) >= 20 and html.unescape(said["alt"]) == tile.alt, tile.source
            assert said["loading"] == "lazy" and int(said["width"]) > 0 and int(said["height"]) > 0
            file = (page(built, name).parent / said["src"]).resolve()
            for scheme in [said["class"]] if "class" in said else SCHEMES:
                weight[scheme] += file.stat().st_size
            if file.suffix == ".webp":
                assert file.read_bytes() == (ROOT / "snippets/figures" / tile.source).read_bytes()
    assert max(weight.values()) < (1_000_000 if name == "wall" else 130_000), weight


def test_drawings_have_the_colours_of_their_scheme(built):
    """A file knows nothing of a page's colours: it has those of its scheme, and they differ."""
    for tile in BOOK.pages["wall"].tiles:
        if tile.source.endswith(".svg"):
            light, dark = (
                (built / PICTURES / drawn_for(tile.source, scheme)).read_text(encoding="utf-8") for scheme in SCHEMES
            )
            for text in (light, dark):
                assert "var(" not in text and not re.search(r"#0[123]0[123]0[123]|#aa000\d", text), tile.source
            assert "fill: #1f2430" in light and "fill: #e3e6ee" in dark
            assert re.sub("#[0-9a-f]+", "", light) == re.sub("#[0-9a-f]+", "", dark)


def test_home_shows_tiles_of_the_wall():
    """The first screen takes from six to nine of its tiles, or of the same projects."""
    home = BOOK.pages["index"].tiles
    assert 6 <= len(home) <= 9
    assert {tile.page.name for tile in home} <= {tile.page.name for tile in BOOK.pages["wall"].tiles}


TILES = {  # what stands in a fence: what is wrong with it
    "gone.svg\nA figure that nobody drew": "gone.svg is no figure, record or measurement",
    "models/layers/gone.svg\nA figure that this script does not draw": "models/layers/gone.svg is no figure",
    "models/layers/boundary.svg": "say below models/layers/boundary.svg",
    "index:gone\nWhat no section printed": "index:gone is no figure, record",
    "mnist-gone: accuracy\nWhat nobody measured": "mnist-gone: accuracy is no figure, record",
}


@pytest.mark.parametrize(("text", "fault"), TILES.items(), ids=TILES.values())
def test_wrong_tile_is_named(text, fault):
    fence = Fence("docs/wall.md", 10, "wall", text.split("\n"))
    with pytest.raises(Broken, match=rf"docs/wall.md:11: .*{re.escape(fault)}"):
        [*wall.tiles(BOOK, fence)]


def test_unknown_column_is_named():
    (tile,) = wall.tiles(BOOK, Fence("docs/wall.md", 1, "wall", ["fast-mnist: CPU time", "Times"]))
    with pytest.raises(Broken, match="its table has no column 'GPU time'"):
        wall.as_html(BOOK, dataclasses.replace(tile, source="fast-mnist: GPU time"), "")


def test_wall_as_markdown():
    """Without a browser: a link for each tile, and the pictures."""
    one = Page(BOOK, "start/made-up")
    vars(one)["text"] = "# A\n\n```wall\nmodels/layers/boundary.svg\nTwo crescents\n\nindex:loop\nA loss\n```\n"
    lines = wall.as_markdown(BOOK, one, one.text).splitlines()
    assert "[Two crescents](../models/layers.md#linear-and-why-there-is-something-between)" in lines
    assert any(line.startswith("[A loss](../index.md") for line in lines)
