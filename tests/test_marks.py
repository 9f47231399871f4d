"""Marks beside lines of code: what changed since another section, and numbered notes."""

import shutil

import pytest
from harness import ROOT
from markdown import Markdown

from handbook import Broken, Handbook
from handbook.assembly import Assembly
from handbook.marks import changed
from handbook.markup import fences

RIGHT = "def right(x):\n    x.clear()\n    return x\n\n\nright([1])"
WRONG = "def wrong(x):\n    return x  # <too early>\n    x.clear()\n\n\nwrong([2])"
FRONT = "---\nlevel: beginner\nminutes: 5\nrequires: []\nobjectives:\n  - see marks\n---\n\n"
SCRIPT = (
    f'"""Two functions."""\n\n# --8<-- [start:right]\n{RIGHT}\n# --8<-- [end:right]\n\n'
    f"# --8<-- [start:wrong]\n{WRONG}\n# --8<-- [end:wrong]\n"
)
BLOCK = '```python since="right"\n--8<-- "examples/start/marks.py:wrong"\n```\n'
NOTES = "\n```notes\nx.clear() | comes **too late**.\n```\n"


@pytest.fixture
def html(tmp_path):
    """What the site makes of a page with these lines."""
    for name in ("mkdocs.yml", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    for name, text in (("examples/start/marks.py", SCRIPT), ("docs/start/marks.md", FRONT + "# Marks\n")):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    assembly = Assembly(Handbook(tmp_path))
    extensions = [
        "md_in_html",
        "attr_list",
        "pymdownx.superfences",
        "pymdownx.highlight",
        "pymdownx.snippets",
        assembly,
    ]
    settings = {
        "pymdownx.snippets": {"base_path": [str(tmp_path)]},
        "pymdownx.highlight": {"pygments_lang_class": True},
        "pymdownx.superfences": {"custom_fences": fences(tmp_path)},
    }

    def convert(lines):
        md = Markdown(extensions=extensions, extension_configs=settings)
        assembly.begin("start/marks.md")
        return md.convert(f"# Marks\n\n{lines}")

    return convert


def test_only_what_functions_do_counts():
    assert changed(RIGHT, WRONG) == ({1}, {3: ["    return x"]})
    assert changed("a = 1\nb = 2", "a = 1\nb = 3") == ({1}, {1: ["b = 2"]})


def test_marks(html):
    shown = html(BLOCK + NOTES)
    assert "data-lines" not in shown and "```" not in shown
    assert shown.count('class="added"') == 1 and shown.count('data-gone="    return x"') == 1
    assert 'data-note="1"></span>\n' in shown and "<strong>too late</strong>" in shown
    assert shown.index("data-note") < shown.index('<div class="notes">')


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (BLOCK.replace('"right"', '"left"'), "no section 'left'"),
        (BLOCK.replace('"right"', '"wrong"'), "nothing changed"),
        (BLOCK + NOTES.replace("x.clear", "y.clear"), "no line for the note"),
        (BLOCK + NOTES.replace(" | ", " "), "no line for the note"),
    ],
)
def test_mark_of_nothing_stops_the_build(html, lines, told):
    with pytest.raises(Broken, match=told):
        html(lines)


def test_notes_elsewhere_stop_the_build(html):
    with pytest.raises(Exception, match="right below the block"):
        html("Words.\n" + NOTES)
