"""The site in a real browser: axe finds nothing, nothing is fetched from elsewhere, nothing overflows, buttons work."""

from __future__ import annotations

import contextlib
import csv
import gzip
import http.server
import io
import itertools
import math
import os
import re
import shutil
import statistics
import subprocess
import sys
import threading
import time
from html.parser import HTMLParser

import pytest
from axe_playwright_python.base import AxeResults
from axe_playwright_python.sync_playwright import Axe
from harness import BOOK, ROOT
from PIL import Image
from playwright.sync_api import sync_playwright
from prose import QUOTE
from test_site import NAMES, page

from handbook import browser as browser_model
from handbook import search as index
from handbook.tables import entries

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
NOTEBOOKS = ["projects/mnist-notebook"]
COLOUR_RULES = ["color-contrast", "link-in-text-block"]
FAULTS = {"resultTypes": ["violations"]}  # axe spends most of its time describing what is right
KEEP_ONE_OF_EACH_KIND = """selector => {
  const kind = e => e ? e.tagName + e.getAttribute("class") + kind(e.parentElement) : ""
  const seen = new Set()
  for (const element of [...document.querySelectorAll(selector)].reverse())
    if (!element.children.length && seen.size === seen.add(kind(element)).size) element.remove()
}"""

SMALL_TEXT = """() => [...document.querySelectorAll(".drawing :is(text, tspan)")].filter(text => {
  const { a, b } = text.getScreenCTM()
  return text.textContent.trim() && parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b) < 9.99
}).map(text => text.textContent)"""
NO_CAPTION = """() => [...document.querySelectorAll("figure:has(.drawing svg:not(.flow))")].filter(figure =>
  !figure.querySelector("figcaption")?.checkVisibility() || !figure.querySelector("svg").ariaLabel.startsWith(
    figure.querySelector("figcaption").textContent.slice(0, -1))).length"""
LINKS = "links => links.map(link => link.ariaLabelledByElements?.[0]?.textContent)"
RINGED = """() => [document.activeElement, document.activeElement.nextElementSibling].some(element => element
  && getComputedStyle(element).outlineStyle !== "none" && element.checkVisibility({ opacityProperty: true }))"""
WIDE = """boxes => boxes.filter(box => box.scrollWidth > box.clientWidth + 1).map(box => box.textContent)"""


PICTURES = """() => Promise.all([...document.querySelectorAll("main img")].map(image => {
  image.loading = "eager"
  return image.decode()
}))"""  # fails where one is missing or broken


class Kinds(HTMLParser):
    """The kinds of elements of a page: tag, classes and role, each with those of the element around it."""

    VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())

    def __init__(self, text: str):
        super().__init__()
        self.around: list[str] = []
        self.found = {("pre", token) for token in re.findall(r'<span class="(\w+)">', text)}
        self.feed(re.sub(r"<(pre|svg|math)\b(.*?)>.*?</\1>", r"<\1\2></\1>", text, flags=re.S))

    def handle_starttag(self, tag, attrs):
        words = dict(attrs)
        kind = f"{tag} {' '.join(sorted((words.get('class') or '').split()))} {words.get('role', '')}"
        self.found.add((self.around[-1] if self.around else "", kind))
        if tag not in self.VOID:
            self.around.append(kind)

    def handle_endtag(self, tag):
        while self.around and self.around.pop().split(" ")[0] != tag:
            pass


@pytest.fixture(scope="session")
def cover(built):
    """A few pages that between them hold every kind of element of the site."""
    kinds = {name: Kinds(page(built, name).read_text(encoding="utf-8")).found for name in [*NAMES, *NOTEBOOKS]}
    chosen, left = set(), set().union(*kinds.values())
    while left:
        chosen.add(best := max(kinds, key=lambda name: len(kinds[name] & left)))
        left -= kinds[best]
    return chosen


@contextlib.contextmanager
def served(folder):
    class Handler(http.server.SimpleHTTPRequestHandler):
        def __init__(self, *args, **kwargs):
            super().__init__(*args, directory=str(folder), **kwargs)

        def translate_path(self, path):  # as hosts do
            found = super().translate_path(path)
            return found if os.path.exists(found) or not path.endswith("/") else str(folder / "404.html")

        def log_message(self, format, *args): ...

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def address(built):
    with served(built) as address:
        yield address


@pytest.fixture(scope="module")
def browser():
    if not CHROMIUM:
        message = "no Chromium here: install the package chromium to check the site in a browser"
        pytest.fail(message) if os.environ.get("CI") else pytest.skip(message)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def reader(browser, built):
    """One context for all pages: scripts and styles come from its cache, as they do for a reader who goes on."""
    with browser.new_context(color_scheme="light", permissions=["clipboard-read", "clipboard-write"]) as context:
        yield context


def open_page(reader, address, name, width=1280):
    """The page and the list of what went wrong while it loaded."""
    view, faults = reader.new_page(), []
    view.set_viewport_size({"width": width, "height": 900})
    view.on("console", lambda message: message.type == "error" and faults.append(message.text))
    view.on("pageerror", lambda error: faults.append(str(error)))
    view.on("request", lambda r: not r.url.startswith((address, "data:")) and faults.append(f"asks {r.url}"))
    view.goto(f"{address}/{'' if name == 'index' else name if name.endswith('.html') else name + '/'}")
    return view, faults


@pytest.mark.parametrize("name", [*NAMES, *NOTEBOOKS])
def test_page(reader, address, name, cover):
    """As wide as a phone, no code hidden, nothing asked of another host; at 1280 nothing scrolls; axe on every kind."""
    view, faults = open_page(reader, address, name, width=390)
    assert view.evaluate("document.documentElement.scrollWidth") <= 390, "wider than a phone"
    view.evaluate("document.querySelectorAll('article details').forEach(fold => fold.open = true)")
    assert view.evaluate("document.documentElement.scrollWidth") <= 390, "wider than a phone with its folds open"
    view.evaluate(PICTURES)
    assert view.evaluate("[...document.querySelectorAll('article .highlight')].every(e => e.checkVisibility())")
    assert not view.evaluate(SMALL_TEXT), "text of figures below 10 pixels"
    assert not view.evaluate(NO_CAPTION), "figures without the beginning of their words as a caption"
    names = view.eval_on_selector_all(".headerlink", LINKS)
    assert all(names) and len(names) == len({*names}), names
    view.set_viewport_size({"width": 1280, "height": 900})
    assert view.eval_on_selector_all("article :is(pre > code, .md-typeset__scrollwrap)", WIDE) == []
    if name in cover:
        check_accessible(view)
    assert not faults
    view.close()


@pytest.mark.parametrize("width", [1280, 390])
def test_slides(reader, address, width):
    """A slide is a screen that nothing of it leaves; the space bar goes to the next, and opens nothing by itself."""
    view, faults = open_page(reader, address, "start/course-3.html", width)
    assert view.evaluate("document.documentElement.scrollWidth") <= width
    tops = view.eval_on_selector_all("section", "all => all.map(one => one.getBoundingClientRect().top)")
    assert len(tops) > 20 and tops[1] >= 900
    view.keyboard.press("Space")
    view.wait_for_function("top => Math.abs(scrollY - top) < 150", arg=tops[1])
    assert view.locator("details[open]").count() == 0
    check_accessible(view)
    assert not faults
    view.close()


def check_accessible(view):
    """axe finds nothing: each rule once, and those on colour in both schemes on one element of each kind."""
    view.add_style_tag(content="* { transition: none !important }")
    view.evaluate(KEEP_ONE_OF_EACH_KIND, "pre span")  # thousands of tokens on which axe would spend seconds
    results = Axe().run(view, options=FAULTS | {"rules": {rule: {"enabled": False} for rule in COLOUR_RULES}})
    assert results.violations_count == 0, results.generate_report()
    view.evaluate(KEEP_ONE_OF_EACH_KIND, "body *")
    for scheme, name in {"light": "default", "dark": "slate"}.items():
        view.emulate_media(color_scheme=scheme)
        view.evaluate("name => document.body.setAttribute('data-md-color-scheme', name)", name)
        results = AxeResults(view.evaluate("options => axe.run(options)", FAULTS | {"runOnly": COLOUR_RULES}))
        assert results.violations_count == 0, f"{scheme}: {results.generate_report()}"


TRACEBACKS = {  # how a message comes: from Linux, from Windows, in colours, with the notes and the last words of others
    "linux": """Traceback (most recent call last):
  File "/home/anna/net/train.py", line 41, in <module>
    loss = step(batch["image"], batch["label"])
           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  File "/home/anna/.venv/lib/python3.13/site-packages/torch/nn/modules/module.py", line 1775, in _call_impl
    return forward_call(*args, **kwargs)
{}""",
    "windows": """Traceback (most recent call last):\r
  File "C:\\Users\\Anna Berg\\net\\train.py", line 41, in <module>\r
    loss = step(batch["image"], batch["label"])\r
{}\r
""",
    "colours": """Traceback (most recent call last):
  File \x1b[35m"/home/anna/net/train.py"\x1b[0m, line \x1b[35m41\x1b[0m, in \x1b[35m<module>\x1b[0m
\x1b[1;35m{}\x1b[0m
""",
    "notes": """ValueError: invalid literal for int() with base 10: 'three'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/home/anna/net/train.py", line 41, in <module>
{}
While training on fold 3
""",
}
ERRORS = {
    script.name.removesuffix("/error"): script.records["error"].strip()
    for script in BOOK.scripts.values()
    if script.name.startswith("errors/") and "error" in script.records
}
for page_of_errors, entry in entries(BOOK):  # those that a script does not raise: as quoted, or as their headings say
    told = [quote.replace("…", "12") for quote in QUOTE.findall(entry["text"])] or [entry["words"].replace("\\", "")]
    if page_of_errors.name != "errors/symptoms":
        ERRORS.setdefault(f"{page_of_errors.name}/{entry['slug']}", told[0])


RESULTS = "links => links.map(link => link.href)"
GAPS = """() => [...document.querySelectorAll(".language-python + .language-text")].map(output =>
  output.firstElementChild.getBoundingClientRect().top
  - output.previousElementSibling.querySelector("pre").getBoundingClientRect().bottom)"""


def search(view, told, paste=False):
    """The addresses of the results, in their order, once those of this query are there."""
    if not view.locator("dialog.search").is_visible():
        view.keyboard.press("/")
    box = view.locator("dialog.search input")
    box.fill("")
    view.wait_for_selector(".search-results:empty", state="attached")
    if paste:
        view.evaluate("text => navigator.clipboard.writeText(text)", told)
        box.press("Control+V")
    else:
        box.fill(told)
    view.wait_for_selector(".search-results a, .search-status:not(:empty)")
    return view.eval_on_selector_all(".search-results a", RESULTS)


def test_pasted_traceback_finds_its_entry(reader, address):
    """Every error of the list, in a traceback as it comes from somewhere: its entry is among the first three."""
    view, faults = open_page(reader, address, "index", width=1440)
    for (name, told), kind in zip(ERRORS.items(), itertools.cycle(TRACEBACKS)):
        if not re.match(r"(\w+\.)*\w+(Error|Exception|Warning|Unsupported)\b", told):
            told = f"RuntimeError: {told}"
        found = search(view, TRACEBACKS[kind].format(told), paste=True)
        wanted = f"{address}/{'/#'.join(name.rsplit('/', 1))}"
        assert wanted in found[:3], f"{kind}: {view.input_value('dialog.search input')!r}"
    assert not faults
    view.close()


def test_words_of_a_reader_find_their_section(reader, address):
    """Each query of queries.csv finds its section among the first three, at once, and for little to load."""
    view, faults = open_page(reader, address, "index")
    queries = list(csv.reader(ROOT.joinpath("tests/queries.csv").read_text(encoding="utf-8").splitlines()))[1:]
    assert len(queries) >= 60
    wrong, seconds = [], []
    for told, wanted in queries:
        start = time.perf_counter()
        found = [link.removeprefix(f"{address}/").replace("/#", "#").strip("/") for link in search(view, told)]
        seconds.append(time.perf_counter() - start)
        if wanted not in found[:3]:
            wrong.append(f"{told!r} finds {found[:3]}, not {wanted}")
    assert not wrong, "\n".join(wrong)
    assert statistics.quantiles(seconds)[0] < 0.15, seconds  # the rest may be the machine's
    assert not faults
    view.close()


def test_results_are_those_of_the_last_query(reader, address):
    """Who types faster than the index loads sees nothing of what was typed before."""
    view, _ = open_page(reader, address, "index")
    wanted = search(view, "learning rate scheduler")
    view.reload()
    view.route("**/search/*.js", lambda route: (time.sleep(0.05), route.continue_()))
    view.keyboard.press("/")
    view.keyboard.type("broadcasting")
    view.locator("dialog.search input").fill("learning rate scheduler")
    view.wait_for_timeout(3000)
    assert view.eval_on_selector_all(".search-results a", RESULTS) == wanted
    view.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_search_by_keyboard(reader, address, scheme):
    view, faults = open_page(reader, address, "index")
    view.emulate_media(color_scheme=scheme)
    first, second, *_ = search(view, "learning rate scheduler")
    results = Axe().run(view)
    assert results.violations_count == 0, results.generate_report()
    view.keyboard.press("ArrowDown")
    view.keyboard.press("ArrowDown")
    assert view.evaluate("document.activeElement.href") == second
    view.keyboard.press("ArrowUp")
    view.keyboard.press("ArrowUp")
    view.keyboard.press("Escape")
    assert not view.locator("dialog.search").is_visible()
    assert search(view, "learning rate scheduler")[0] == first
    view.keyboard.press("Enter")
    view.wait_for_url(first)
    assert not faults
    view.close()


def test_stems_of_the_page_are_those_of_the_index(reader, address):
    view, _ = open_page(reader, address, "index")
    known = {word for page in BOOK.pages.values() for word in re.findall("[a-z]+", page.text.lower())}
    script = ROOT.joinpath("docs/assets/search.js").read_text(encoding="utf-8")
    stem = re.search(r"function stem\(word\) \{.*?\n  \}", script, re.S)[0]
    assert view.evaluate(f"words => words.map({stem})", sorted(known)) == [index.stem(word) for word in sorted(known)]
    view.close()


@pytest.mark.parametrize("name", ["index", "foundations/tensors", "projects/mnist", "reference/errors"])
def test_weight(browser, address, name):
    """Compressed, a first visit is at most 150 KB, and a pasted traceback at most 100 KB more."""
    with browser.new_context(permissions=["clipboard-read", "clipboard-write"]) as visitor:
        sizes = []
        visitor.on("response", lambda answer: sizes.append(len(gzip.compress(answer.body()))))
        view, _ = open_page(visitor, address, name)
        view.wait_for_load_state("networkidle")
        visit, sizes[:] = sum(sizes), []
        search(view, TRACEBACKS["linux"].format(ERRORS["errors/shapes/matmul-shapes"]), paste=True)
        view.wait_for_load_state("networkidle")
        assert visit <= 150_000 and 0 < sum(sizes) <= 100_000, (visit, sum(sizes))


def test_output_touches_its_code(reader, address):
    view, _ = open_page(reader, address, "foundations/tensors")
    found = view.evaluate(GAPS)
    assert len(found) > 10 and max(map(abs, found)) < 1, found
    view.close()


def test_notebook_shows_its_figures_and_menu(reader, address):
    view, faults = open_page(reader, address, "projects/mnist-notebook")
    assert view.text_content(".md-tabs__item--active").strip() == "Projects"
    assert view.locator(".md-sidebar--primary").get_by_text("A ticket router", exact=True).is_visible()
    pictures = "[...document.querySelectorAll('.jupyter-wrapper img')].map(img => [img.naturalWidth, img.alt])"
    view.evaluate(PICTURES)
    found = view.evaluate(pictures)
    assert len(found) > 1 and all(width and "No description" not in words for width, words in found), found
    assert not faults
    view.close()


def test_what_scrolls_is_shaded_where_more_follows(reader, address):
    view, _ = open_page(reader, address, "projects/mini-framework", width=390)
    view.evaluate("document.querySelectorAll('article details').forEach(fold => fold.open = true)")
    for kind in ("pre > code", ".drawing", ".md-typeset__scrollwrap"):
        boxes = view.locator(kind).all()
        wide = next(box for box in boxes if box.evaluate("box => box.scrollWidth > box.clientWidth + 80"))
        for place, shades in ((0, [False, True]), (40, [True, True]), (9999, [True, False])):
            wide.evaluate("(box, place) => new Promise(done => (box.scrollTo(place, 0), setTimeout(done, 100)))", place)
            box = Image.open(io.BytesIO(wide.screenshot())).convert("L")
            left, middle, right = (box.getpixel((x, box.height - 3)) for x in (4, 60, box.width - 4))
            shaded = [abs(edge - middle) > 4 for edge in (left, right)]
            assert shaded == shades, (kind, place)
    view.close()


def test_walk_by_keyboard(reader, address):
    """The skip link, a ring at each stop, an answer that opens, code that is copied, three keys to search."""
    view, faults = open_page(reader, address, "training/loop")
    view.add_style_tag(content="* { transition: none !important }")
    view.keyboard.press("Tab")
    assert view.evaluate("document.activeElement.className").startswith("md-skip") and view.evaluate(RINGED)
    kinds = set()
    for _ in range(100):
        view.keyboard.press("Tab")
        kinds.add(view.evaluate("document.activeElement.tagName"))
        assert view.evaluate(RINGED), view.evaluate("document.activeElement.outerHTML.slice(0, 200)")
    assert kinds >= {"A", "INPUT", "BUTTON", "SUMMARY", "DIV"}
    view.set_viewport_size({"width": 390, "height": 844})  # where code scrolls, it is a stop too
    view.locator("article pre > code[tabindex]:visible").first.focus()
    assert view.evaluate("document.activeElement.tagName") == "CODE"
    view.keyboard.press("Tab")
    view.keyboard.press("Shift+Tab")
    assert view.evaluate("document.activeElement.tagName") == "CODE" and view.evaluate(RINGED)
    view.set_viewport_size({"width": 1280, "height": 900})
    view.evaluate("document.activeElement.blur()")
    answer = view.locator("summary").first
    answer.press("Enter")
    assert view.locator("details").first.get_attribute("open") is not None
    copy = view.get_by_role("button", name="Copy to clipboard").first
    copy.focus()
    assert copy.evaluate("button => button === document.activeElement"), "its name goes where it is focused"
    view.keyboard.press("Enter")
    assert view.evaluate("navigator.clipboard.readText()") == view.text_content("article pre code").rstrip("\n")
    view.evaluate("document.activeElement.blur()")
    for key in "sf/":
        view.keyboard.press(key)
        assert view.locator("dialog.search").is_visible() and view.input_value("dialog.search input") == ""
        view.keyboard.press("Escape")
        view.wait_for_function("document.activeElement === document.body")
    assert not faults
    view.close()


def test_copy_the_whole_script(reader, address):
    view, faults = open_page(reader, address, "foundations/tensors")
    view.click("button.copy-script")
    view.wait_for_selector("text=Copied")
    assert view.evaluate("navigator.clipboard.readText()").startswith("# /// script")
    assert not faults
    view.close()


def test_solved_exercises_are_remembered(reader, address):
    view, faults = open_page(reader, address, "reference/exercises")
    boxes, foundations = view.locator("input[data-exercise]"), view.locator("[data-exercise^='foundations/']")
    told = view.locator(".progress")
    assert told.first.text_content().strip() == f"0 of {boxes.count()} solved"
    foundations.nth(1).press("Space")
    view.reload()
    assert foundations.nth(1).is_checked()
    counted = [told.filter(has=view.locator(f"[data-exercises='{part}']")) for part in ("", "foundations/", "models/")]
    assert [one.text_content().strip() for one in counted[:2]] == [
        f"1 of {boxes.count()} solved",
        f"1 of {foundations.count()} solved",
    ]
    assert counted[2].text_content().strip().startswith("0 of ")
    assert counted[1].locator("progress").evaluate("bar => bar.value") == 1
    with view.expect_download() as download:
        view.get_by_role("button", name="Save the ticks").click()
    foundations.nth(1).uncheck()
    load, said = view.get_by_label("Load ticks"), view.locator(".kept output")
    load.set_input_files(download.value.path())
    said.filter(has_text="1 ticks loaded").wait_for()
    assert foundations.nth(1).is_checked() and told.first.text_content().strip().startswith("1 of ")
    load.set_input_files(__file__)
    said.filter(has_text="This file holds no ticks").wait_for()
    assert foundations.nth(1).is_checked() and not faults
    view.close()


def test_question_by_mouse_and_by_keyboard(browser, built, address):
    """What is said of an answer shows when it is chosen, without any script too."""
    for scripts in (True, False):
        view = browser.new_page(java_script_enabled=scripts)
        view.goto(f"{address}/foundations/tensors/")
        quiz = view.locator(".quiz").first
        told, choices = quiz.locator(".told"), quiz.locator("input")
        assert [one.is_visible() for one in told.all()] == [False] * choices.count()
        right = next(n for n, one in enumerate(told.all()) if "Right." in (one.text_content() or ""))
        quiz.locator("label").nth(right).click()
        assert [one.is_visible() for one in told.all()] == [n == right for n in range(choices.count())]
        choices.nth(right).press("ArrowDown" if right == 0 else "ArrowUp")
        other = right + 1 if right == 0 else right - 1
        assert [one.is_visible() for one in told.all()] == [n == other for n in range(choices.count())]
        assert "Not this code:" in told.nth(other).inner_text()
        view.close()


def curve(x, y, width, height, start, end, steps=24):
    angles = [math.radians(start + (end - start) * step / steps) for step in range(steps + 1)]
    return [(x + width * math.cos(angle), y + height * math.sin(angle)) for angle in angles]


STROKES = {  # of each digit the strokes of a pen, from 0 to 100 each way
    0: [curve(50, 50, 22, 32, -90, 270)],
    1: [[(52, 18), (50, 50), (48, 82)]],
    2: [[*curve(50, 36, 20, 18, -170, 20), (60, 52), (30, 82), (72, 80)]],
    3: [curve(48, 34, 18, 16, -150, 90) + curve(48, 66, 20, 17, -90, 150)],
    4: [[(38, 18), (32, 52), (70, 50)], [(62, 20), (60, 84)]],
    5: [[(68, 20), (38, 20), (35, 46), *curve(48, 63, 20, 19, -110, 140)]],
    6: [[(60, 16), (42, 36), (33, 60), *curve(50, 66, 17, 17, 180, -180)]],
    7: [[(28, 22), (72, 22), (60, 45), (46, 84)]],
    8: [curve(50, 34, 16, 15, 90, -270) + curve(50, 66, 18, 17, -90, 270)],
    9: [curve(50, 36, 17, 17, 0, -360), [(66, 50), (60, 84)]],
}


def test_drawn_digits_are_read(reader, address):
    """The exported file answers in the page as in Python, and reads what is drawn, wherever."""
    if not browser_model.is_there(ROOT):
        pytest.skip("onnxruntime-web was not fetched: python -m handbook.browser says why")
    view, faults = open_page(reader, address, "deploy/browser")
    canvas, said = view.locator(".demo canvas").first, view.locator(".demo output")
    view.get_by_role("button", name="Load the model").click()
    view.locator(".demo.ready").wait_for()
    right = []
    for digit, strokes in STROKES.items():
        view.get_by_role("button", name="Clear").click()
        place = canvas.bounding_box()
        size = place["width"] / (100 + 60 * (digit % 2))  # each second one is small, at the top left
        for stroke in strokes:
            first, *rest = [(place["x"] + x * size, place["y"] + y * size) for x, y in stroke]
            view.mouse.move(*first)
            view.mouse.down()
            for point in rest:
                view.mouse.move(*point)
            view.mouse.up()
        view.wait_for_timeout(300)
        right.append(f"It is a {digit}," in said.text_content())
    assert sum(right) >= 9, right
    for _ in range(20):
        view.get_by_role("button", name="Next test image").click()
        view.wait_for_timeout(50)
        assert float(said.get_attribute("data-difference")) < 1e-3
    assert not faults
    view.close()


def test_filter_of_errors(reader, address):
    """Only the rows that have all the words stay, and the reader hears how many."""
    view, faults = open_page(reader, address, "reference/errors")
    view.get_by_label("Filter").fill("Size TENSOR")
    rows = view.locator(".filter ~ * tbody tr:visible").all_text_contents()
    assert rows and all("size" in row.lower() and "tensor" in row.lower() for row in rows)
    listed = len([*entries(BOOK)])
    assert view.locator(".filter output").text_content() == f"{len(rows)} of {listed}"
    view.get_by_label("Filter").fill("")
    assert view.locator(".filter ~ * tbody tr:visible").count() == listed
    assert not faults
    view.close()


@pytest.mark.parametrize("width", [390, 1280])
def test_heads_of_a_matrix_stay(reader, address, width):
    """Far down in the table its dtypes stand above it, and no column lies beyond the edge, even of a phone."""
    view, faults = open_page(reader, address, "reference/device-matrix", width)
    heads, rows = view.locator(".marks thead th"), view.locator(".marks th[scope=row]")
    rows.nth(40).scroll_into_view_if_needed()
    assert view.locator(".matrix").evaluate("box => box.scrollWidth <= box.clientWidth")
    for seen in (heads.nth(5), rows.nth(40)):
        box = seen.bounding_box()
        place = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        assert seen.evaluate("(head, at) => document.elementFromPoint(at.x, at.y) === head", place)
    assert not faults
    view.close()


@pytest.mark.slow
def test_opened_from_disk(browser, tmp_path):
    """The pages of `make offline` ask for files only, and their search works."""
    line = [sys.executable, "-m", "mkdocs", "build", "--config-file", "offline.yml", "--site-dir", str(tmp_path)]
    subprocess.run(line, cwd=ROOT, check=True, capture_output=True, timeout=120)
    with browser.new_context() as reader:
        view, faults = reader.new_page(), []
        view.on("console", lambda message: message.type == "error" and faults.append(message.text))
        view.on("pageerror", lambda error: faults.append(str(error)))
        view.on("request", lambda r: not r.url.startswith(("file:", "data:")) and faults.append(f"asks {r.url}"))
        for name in NAMES:
            view.goto((tmp_path / f"{name}.html").as_uri())
            view.evaluate(PICTURES)
        found = search(view, "mat1 and mat2 shapes cannot be multiplied")
        assert found[0].startswith("file:") and found[0].endswith("errors/shapes.html#matmul-shapes")
        view.locator(".search-results a").first.click()
        assert "matmul-shapes" in view.url
        view.goto((tmp_path / "foundations/shapes.html").as_uri())
        view.locator(".widget.ready").wait_for()
        assert not faults
        for name in ("deploy/browser", "projects/pictures-explained", "projects/language-model/alive"):
            view.goto((tmp_path / f"{name}.html").as_uri())
            if browser_model.is_there(ROOT):
                view.locator(".demo .load").click()
                view.locator(".demo output", has_text="opened from disk").wait_for()


def test_not_found(reader, address):
    """At an address as deep as one likes: with its styles, a search that opens, and links to all pages."""
    view, faults = open_page(reader, address, "models/gone/for-good")
    assert view.title().startswith("Page not found")
    assert view.evaluate("getComputedStyle(document.querySelector('.parts ul')).display") == "grid"
    links = view.eval_on_selector_all(".parts a", "links => links.map(link => link.pathname.slice(1, -1))")
    assert links == [name for name in BOOK.pages if name != "index"]
    assert Axe().run(view).violations_count == 0
    view.click(".ask")
    assert view.evaluate("document.activeElement.name") == "query"
    assert not faults
    view.close()


SHIFTS = """() => new Promise(told => {
  const sum = list => told(list.getEntries().reduce((sum, entry) => sum + entry.value, 0))
  new PerformanceObserver(sum).observe({ type: "layout-shift", buffered: true })
  setTimeout(() => told(0), 300)
})"""  # what moved while the page loaded, as a share of the screen


@pytest.mark.parametrize("width", [390, 1280])
def test_first_screen(reader, address, width):
    """The first screen has six pictures or more and a button, and nothing moves; its field takes a traceback."""
    view, faults = open_page(reader, address, "index", width)
    low = 844 if width == 390 else 900
    view.wait_for_load_state("networkidle")
    ends = view.eval_on_selector_all(".made .tile > div", "all => all.map(one => one.getBoundingClientRect().bottom)")
    assert len([end for end in ends if end <= low]) >= 6
    assert view.locator(".promise .md-button--primary").bounding_box()["y"] < low - 100
    assert view.evaluate(SHIFTS) < 0.01
    view.click(".ask")
    assert view.locator("dialog.search").is_visible()
    assert search(view, TRACEBACKS["linux"].format(ERRORS["errors/gradients/not-scalar"]), paste=True)[0].endswith(
        "#not-scalar"
    )
    assert not faults
    view.close()


ROWS = """() => {
  const rows = {}
  for (const box of document.querySelectorAll(".tile > :is(.drawn, .photo, .pixels)")) {
    const { top, height } = box.getBoundingClientRect()
    ;(rows[Math.round(top + scrollY)] ??= []).push(height)
  }
  return Object.values(rows)
}"""
SEEN = """() => [...document.querySelectorAll(".tile :is(.drawn, .photo, .pixels)")].map(box =>
  [...box.querySelectorAll("img")].filter(image => image.checkVisibility()).map(image => image.className).join())"""


@pytest.mark.parametrize("width", [1440, 390])
def test_rows_of_the_wall(reader, address, width):
    """Pictures of a row are equally high, and each tile shows the one of the scheme; all of a tile is its link."""
    view, faults = open_page(reader, address, "wall", width)
    rows = view.evaluate(ROWS)
    assert all(max(row) - min(row) < 8 for row in rows)
    assert max(map(len, rows)) <= 2 if width == 390 else sum(len(row) > 2 for row in rows) > 10
    for scheme, name in {"default": "light", "slate": "dark"}.items():
        view.evaluate("name => document.body.setAttribute('data-md-color-scheme', name)", scheme)
        assert {*view.evaluate(SEEN)} == {"", name}
    view.locator(".tile").nth(1).click(position={"x": 9, "y": 9})
    view.wait_for_url("**/diffusion/#*")
    assert not faults
    view.close()


def test_abbreviation_within_reach_of_the_keyboard(reader, address):
    view, _ = open_page(reader, address, "index")
    view.focus("abbr")
    words = view.evaluate("document.activeElement.title") or view.text_content(".md-tooltip2")
    assert "Metal" in words or "Open Neural" in words
    view.close()
