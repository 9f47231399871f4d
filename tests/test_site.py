"""The built site: strict, light, complete, and asking nothing of another host."""

from __future__ import annotations

import ast
import gzip
import io
import re
import zipfile
from pathlib import Path

import downloads
import harness
import nbformat
import pytest
import rules
import tables
from compare import Tolerance
from harness import ROOT
from nbclient import NotebookClient
from scripts import Script

NAMES = [rules.name_of(ROOT / "docs", page).removesuffix(".md") for page in rules.pages(ROOT)]

ITEMS_OF_GUIDES = (61, 100, 98, 141, 34)


def page(built: Path, name: str) -> Path:
    return built / "index.html" if name == "index" else built / name / "index.html"


def test_no_leftover_of_an_include(built):
    for path in built.rglob("*.html"):
        html = path.read_text(encoding="utf-8")
        assert "--8&lt;--" not in html and "8<--" not in html, path


def test_no_address_of_another_host(built):
    """Nothing that a browser fetches by itself; links that a reader follows are free."""
    fetched = re.compile(
        r'<(?:script|img|iframe|source)[^>]+src="(?:https?:)?//|<link[^>]+rel="(?!canonical)[^>]+href="https?://'
    )
    for path in [*built.rglob("*.html"), *built.rglob("assets/*.css")]:
        text = path.read_text(encoding="utf-8")
        assert not fetched.search(text), f"{path}: {fetched.search(text)}"
        assert not re.search(r"url\([\"']?https?://|@import", text) or path.name == "notebook.css", path


@pytest.mark.parametrize("name", NAMES)
def test_weight(built, name):
    weight = len(gzip.compress(page(built, name).read_bytes()))
    assert weight <= 25_000


@pytest.mark.parametrize("name", ["projects/mnist-notebook"])
def test_weight_of_notebook(built, name):
    weight = len(gzip.compress(page(built, name).read_bytes()))
    assert weight <= 40_000


@pytest.mark.parametrize("script", Script.all(ROOT), ids=lambda script: script.name)
def test_download(built, script):
    """The download is the script, with metadata that names its packages and without marks of the handbook."""
    archive = (built / script.page.removeprefix("docs/")).with_suffix(".zip")
    if archive.exists():
        with zipfile.ZipFile(archive) as opened:
            text = opened.read(str(script)).decode()
            missing = {path.relative_to(ROOT).as_posix() for path in script.inputs} - set(opened.namelist())
        assert not missing, f"{archive.name} lacks {missing}"
    else:
        text = (built / f"{script.name}.py").read_text(encoding="utf-8")
    metadata, _, code = text.partition("# ///\n")
    assert "# /// script\n" in metadata and "requires-python" in metadata
    assert "8<--" not in text and "# handbook:" not in text
    assert ast.dump(ast.parse(code)) == ast.dump(ast.parse(script.source))
    for module in re.findall(
        r"^(?:import|from) (torch|torchvision|numpy|matplotlib|sklearn|onnx|safetensors)\b", code, re.M
    ):
        assert f'"{ {"sklearn": "scikit-learn"}.get(module, module) }' in metadata, f"{module} is not in the metadata"


def test_syllabus(built):
    """tests/syllabus.csv says where each item of the source guides is taught: the heading and the section exist."""
    rows = tables.rows_of_syllabus(ROOT)
    sections = {script.name: script.sections for script in Script.all(ROOT)}
    assert {row["id"] for row in rows} == {
        f"S{guide}-{item:02}" for guide, items in enumerate(ITEMS_OF_GUIDES) for item in range(1, items + 1)
    }
    assert len(rows) == len({(row["id"], row["page#anchor"]) for row in rows})
    for row in rows:
        name, _, anchor = row["page#anchor"].partition("#")
        assert anchor and f'id="{anchor}"' in page(built, name).read_text(encoding="utf-8"), row
        if row["section"]:
            script, _, section = row["section"].partition(":")
            assert section in sections[script], row
        assert bool(row["guide says"]) == bool(row["handbook shows"]), row


@pytest.mark.parametrize("name", NAMES)
def test_page_says_what_was_verified(built, name):
    html = page(built, name).read_text(encoding="utf-8")
    if f'--8<-- "examples/{name}' in (ROOT / f"docs/{name}.md").read_text(encoding="utf-8"):
        assert "CPU ✓ torch 2." in html and "MPS" in html and "CUDA" in html


@pytest.mark.parametrize("name", NAMES)
def test_twin(built, name):
    """Each page as Markdown holds the code and the outputs that the page shows, and llms.txt lists it."""
    text = (built / f"{name}.md").read_text(encoding="utf-8")
    assert "8<--" not in text and "```figure" not in text and "```flow" not in text
    assert "This page as Markdown" in page(built, name).read_text(encoding="utf-8")
    assert f"]({name}.md): " in (built / "llms.txt").read_text(encoding="utf-8")
    lines = {line.strip() for line in text.splitlines()}
    for script in Script.all(ROOT):
        if script.page == f"docs/{name}.md":
            shown = {script.source.splitlines()[n - 1].strip() for span in script.sections.values() for n in span}
            assert shown - {""} <= lines
            if not script.only or script.only == "cpu":
                assert {line.strip() for text in script.records.values() for line in text.splitlines()} - {""} <= lines


def test_notebook_runs(built, tmp_path):
    """The project's zip holds all that the notebook needs; run there, it prints what the page shows."""
    with zipfile.ZipFile(io.BytesIO((built / "projects/mnist.zip").read_bytes())) as archive:
        archive.extractall(tmp_path)
    folder = tmp_path / "examples/projects/mnist"
    run_notebook(folder / "mnist-notebook.ipynb", folder)


SINGLE = [script for script in Script.all(ROOT) if script.page == f"docs/{script.name}.md"]


@pytest.mark.slow
@pytest.mark.parametrize("script", [s for s in SINGLE if downloads.fits_a_notebook([s])], ids=lambda s: s.name)
def test_notebook_of_page_runs(built, script, tmp_path):
    run_notebook(built / f"{script.name}.ipynb", tmp_path)


def test_most_pages_of_one_script_come_as_a_notebook(built):
    assert len(list(built.glob("**/*.ipynb"))) > len(SINGLE) / 2


def test_content_security_policy(built):
    """No page may run or fetch what is not of this site; that it works under the policy the browser tests show."""
    for path in built.rglob("*.html"):
        html = path.read_text(encoding="utf-8")
        policy = re.search(r'<meta http-equiv="Content-Security-Policy" content="([^"]+)">', html)
        assert policy and "default-src 'self'; script-src 'self' 'sha256-" in policy[1], path
        assert html.index(policy[0]) < html.index("<script"), path


def run_notebook(path: Path, folder: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    recorded = [stdout(cell) for cell in cells]
    assert any(recorded)
    NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(folder)}}).execute()
    for cell, want in zip(cells, recorded):
        if "machine" not in cell.metadata.get("tags", []):
            assert Tolerance(rtol=1e-2).same(want, stdout(cell)), f"recorded:\n{want}\nprinted:\n{stdout(cell)}"


def stdout(cell) -> str:
    return "".join(output.text for output in cell.outputs if output.get("name") == "stdout")


def test_python_in_readme_comes_from_files():
    for name in ("README.md", "CONTRIBUTING.md", "MAINTAINING.md"):
        text = (ROOT / name).read_text(encoding="utf-8")
        assert not re.search(r"^\s*(```|~~~)\s*\{?\.?py", text, re.M), f"{name} holds Python that no test runs"


def test_same_torch_minor_is_stamped():
    """The records on the CPU are of the torch that pyproject.toml names."""
    if not harness.SAME_TORCH:
        pytest.skip(f"this run is on torch {harness.torch.__version__}")
    for script in Script.all(ROOT):
        if "cpu" in script.devices:
            assert script.stamp("cpu")["torch"].startswith(harness.pinned_torch(ROOT)), script
