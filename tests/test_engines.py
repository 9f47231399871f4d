"""The site in Firefox and in WebKit: what the browser tests see in Chromium holds there, too."""

from __future__ import annotations

import base64
import re
import shutil

import numpy as np
import pytest
from engines import CONTROL, Firefox, WebKit
from harness import ROOT
from PIL import Image, ImageOps
from test_browser import ERRORS, TRACEBACKS, served
from test_demos import DROP, PIXELS, saved
from test_site import NAMES
from test_widgets import CHECKS, WIDGETS, compare_all

from handbook import browser

pytestmark = pytest.mark.slow
WATCH = """window.faults = []
addEventListener("error", event => faults.push(event.message ?? event.target.src ?? event.target.href), true)
addEventListener("unhandledrejection", event => faults.push(`${event.reason}`))
addEventListener("securitypolicyviolation", event => faults.push(`${event.violatedDirective} ${event.blockedURI}`))
console.error = (...words) => faults.push(words.join(" "))
"""
PHONE = (
    """document.body.appendChild(Object.assign(document.createElement("iframe"), { width: 390, height: 800 })).width"""
)
TURN = "address => document.querySelector('iframe').src = address"
SEEN = """address => {
  const { contentWindow: page, contentDocument: seen } = document.querySelector("iframe")
  const loaded = page.performance.getEntriesByType("navigation")[0]?.loadEventEnd
  if (page.location.href !== address || !loaded || page.performance.now() < loaded + 300) return null
  const drawn = [...seen.querySelectorAll("article :is(math, .drawing svg)")].filter(one => one.checkVisibility())
  const flat = drawn.filter(one => one.getBoundingClientRect().width < 4 || one.getBoundingClientRect().height < 4)
  return [page.faults, flat.map(one => one.outerHTML.slice(0, 99)), seen.documentElement.scrollWidth]
}"""
PAPER = """text => {
  const paper = document.createElement("textarea")
  paper.value = text
  document.querySelector("article").prepend(paper)
}"""


@pytest.fixture(scope="module")
def watched(built, tmp_path_factory):
    """The site with a script on each page that notes its faults."""
    folder = tmp_path_factory.mktemp("watched") / "site"
    shutil.copytree(built, folder)
    (folder / "watch.js").write_text(WATCH, encoding="utf-8")
    for path in folder.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        path.write_text(
            re.sub(r"(?=<script|</head>)", '<script src="/watch.js"></script>', text, count=1), encoding="utf-8"
        )
    with served(folder) as address:
        yield address


@pytest.fixture(scope="module", params=[Firefox, WebKit], ids=lambda kind: kind.__name__)
def engine(request, tmp_path_factory):
    if missing := request.param.missing():
        pytest.skip(f"no {' and no '.join(missing)} here: install the packages {request.param.packages}")
    browser = request.param(tmp_path_factory.mktemp("engine"))
    yield browser
    browser.close()


def visit(engine, address, name):
    engine.open(f"{address}/{'' if name == 'index' else name + '/'}")
    engine.until("document.readyState === 'complete'")
    return engine


def pasted(engine):
    engine.run(PAPER, "")
    engine.type("textarea", f"{CONTROL}v")
    return engine.until("document.querySelector('textarea').value")


def test_pages(engine, watched):
    """No page has a fault or is wider than a phone, and what is drawn on it has a size."""
    visit(engine, watched, "index").run(PHONE)
    for name in NAMES:
        address = f"{watched}/{'' if name == 'index' else name + '/'}"
        engine.run(TURN, address)
        faults, flat, width = engine.until(SEEN, address)
        assert not faults and not flat and width <= 390, f"{name}: {faults}, {flat}, {width} wide"


def test_widgets_say_what_torch_says(engine, watched):
    for name in CHECKS:
        visit(engine, watched, WIDGETS[name][0])
        engine.run("document.querySelectorAll('article details').forEach(fold => fold.open = true)")
        compare_all(name, engine.run)
        assert not engine.run("window.faults")


def test_scheme_is_kept(engine, watched):
    visit(engine, watched, "index")
    for _ in range(2):
        engine.click(".md-header label:not([hidden])[for^=__palette]")
    assert engine.run("document.body.dataset.mdColorScheme") == "slate"
    visit(engine, watched, "foundations/tensors")
    assert engine.run("document.body.dataset.mdColorScheme") == "slate"


def test_copy(engine, watched):
    visit(engine, watched, "foundations/tensors")
    engine.until("document.querySelector('.md-code__button')")
    engine.click(".md-code__button")
    assert pasted(engine).strip() == engine.run("document.querySelector('article pre code').textContent").strip()
    visit(engine, watched, "foundations/tensors")
    engine.click("button.copy-script")
    engine.until("document.querySelector('button.copy-script').textContent === 'Copied'")
    assert pasted(engine).startswith("# /// script")
    assert not engine.run("window.faults")


def test_solved_exercises_are_remembered(engine, watched):
    visit(engine, watched, "reference/exercises")
    engine.click("input[data-exercise]")
    visit(engine, watched, "reference/exercises")
    assert engine.run("document.querySelector('input[data-exercise]').checked")


def test_pasted_traceback_finds_its_entry(engine, watched):
    visit(engine, watched, "index")
    engine.run(PAPER, TRACEBACKS["linux"].format(ERRORS["errors/shapes/matmul-shapes"]))
    engine.type("textarea", f"{CONTROL}a")
    engine.type("textarea", f"{CONTROL}c")
    engine.click(".search-open")
    engine.type("dialog.search input", f"{CONTROL}v")
    first = engine.until("document.querySelector('.search-results a')?.href")
    assert first == f"{watched}/errors/shapes/#matmul-shapes"
    assert not engine.run("window.faults")


def load(engine, watched, name):
    if not browser.is_there(ROOT):
        pytest.skip("onnxruntime-web was not fetched: python -m handbook.browser says why")
    visit(engine, watched, name)
    engine.click(".demo .load")
    engine.until("document.querySelector('.demo.ready')")


def differences(engine, selectors):
    """What the demo says after each click: how far its logits are from those of PyTorch."""
    for selector in selectors:
        engine.run("document.querySelector('.demo output').removeAttribute('data-difference')")
        engine.click(selector)
        yield float(engine.until("document.querySelector('.demo output').dataset.difference"))
    assert not engine.run("window.faults")


def test_digits_are_read_as_in_python(engine, watched):
    load(engine, watched, "deploy/browser")
    assert max(differences(engine, [".demo button:last-of-type"] * 20)) < 1e-3


def test_pictures_are_sorted_as_in_python(engine, watched):
    """A file is dropped, too, and prepared there as by Pillow."""
    load(engine, watched, "projects/pictures-explained")
    samples = [f".samples button:nth-of-type({number})" for number in range(1, 21)]
    assert max(differences(engine, samples)) < 1e-3
    picture = Image.effect_noise((90, 61), 80).convert("RGB")
    engine.run(DROP, ["drop", "noise.png", base64.b64encode(saved(picture)).decode()])
    engine.until("!document.querySelector('.demo output').textContent.includes('PyTorch')")
    got = engine.run(f"({PIXELS})(document.querySelector('.demo canvas'))")
    want = np.array(ImageOps.pad(picture, (32, 32), color="white"))
    assert (np.array(got).reshape(32, 32, 4)[..., :3] == want).all()
    assert not engine.run("window.faults")


def test_writes_as_in_python(engine, watched):
    load(engine, watched, "projects/language-model/alive")
    engine.until("document.querySelectorAll('.written span').length > 20")
    engine.click(".demo .load + button")
    engine.click(".demo .load + button + button")
    assert engine.until("document.querySelector('.demo output').dataset.same") == "450 of 450"
    assert not engine.run("window.faults")
