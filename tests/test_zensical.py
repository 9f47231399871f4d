"""Zensical, the successor of the generator and its theme, makes the same pages; zensical.yml runs this monthly."""

import html
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from harness import BOOK, ROOT

from handbook.assembly import Assembly
from handbook.book import Handbook
from handbook.finish import finish
from handbook.markup import fences

SETTINGS = {  # what Zensical does not know, or asks for in another way
    "hooks: [hooks/site.py]\n": "",
    "base_path: [!relative $config_dir]": 'base_path: ["."]',
    r"  redirects:\n(    .*\n)*": "",
    r"  mkdocs-jupyter:\n(    .*\n)*": "",
    "  - pymdownx.superfences\n": """\
  - handbook.zensical
  - pymdownx.superfences:
      custom_fences:
"""
    + "".join(
        f"        - {{ name: {name}, class: {name}, format: !!python/name:handbook.zensical.{name} }}\n"
        for name in (fence["name"] for fence in fences(ROOT))
    ),
}


@pytest.fixture(scope="module")
def other(tmp_path_factory):
    """The site as Zensical builds it, finished as ours is."""
    if not importlib.util.find_spec("zensical"):
        pytest.skip("Zensical is not installed")
    root = tmp_path_factory.mktemp("zensical")
    for folder in ("docs", "examples", "snippets", "handbook", "overrides", "LICENSES"):
        shutil.copytree(ROOT / folder, root / folder)
    for file in ("pyproject.toml", "LICENSE"):
        shutil.copy(ROOT / file, root)
    if (ROOT / ".cache").is_dir():  # with the models that run in the page
        (root / ".cache").symlink_to(ROOT / ".cache")
    settings = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    for old, new in SETTINGS.items():
        pattern = old if "(" in old else re.escape(old)
        settings, count = re.subn(pattern, new, settings)
        assert count == 1, f"mkdocs.yml does not say {old}"
    (root / "mkdocs.yml").write_text(settings, encoding="utf-8")
    line, path = [sys.executable, "-m", "zensical", "build", "--strict"], os.environ | {"PYTHONPATH": str(root)}
    done = subprocess.run(line, cwd=root, env=path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    finish(Assembly(Handbook(root)), root / "site")
    return root / "site"


def words(path: Path) -> str:
    article = re.search(r"<article.*?</article>", path.read_text(encoding="utf-8"), re.S)
    assert article, path
    text = re.sub(r"<(style|script)\b.*?</\1>", "", article[0], flags=re.S)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", text)).split())


@pytest.mark.slow
def test_text_of_all_pages(built, other):
    differ = []
    for path in sorted(built.rglob("index.html")):
        name = path.relative_to(built).parent.as_posix()
        if not name.endswith("-notebook") and words(path) != words(other / name / "index.html"):
            differ.append(name)
    assert not differ


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name, page in BOOK.pages.items() if page.pictures])
def test_pictures(built, other, name):
    ours, theirs = (
        (site / name.removesuffix("index") / "index.html").read_text(encoding="utf-8") for site in (built, other)
    )
    assert re.findall(r'"[^"]+\.webp"', ours) == re.findall(r'"[^"]+\.webp"', theirs) != []


@pytest.mark.slow
def test_downloads(built, other):
    """Whoever built the site, the same lies beside its pages."""
    kinds = (".py", ".ipynb", ".md", ".txt", ".webp")
    names = [path.relative_to(built) for path in sorted(built.rglob("*.*")) if path.suffix in kinds]
    names = [name for name in names if not name.stem.endswith("-notebook")]
    assert not [name for name in names if (built / name).read_bytes() != (other / name).read_bytes()]
