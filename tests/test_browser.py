"""The site in a real browser: axe finds nothing, nothing is fetched from elsewhere, nothing overflows, buttons work."""

from __future__ import annotations

import http.server
import os
import shutil
import threading

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright
from test_site import NAMES, built  # noqa: F401

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
NOTEBOOKS = ["projects/mnist-notebook"]


@pytest.fixture(scope="module")
def address(built):  # noqa: F811
    class Handler(http.server.SimpleHTTPRequestHandler):
        def __init__(self, *args, **kwargs):
            super().__init__(*args, directory=str(built), **kwargs)

        def log_message(self, format, *args): ...

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def browser():
    if not CHROMIUM:
        message = "no Chromium here: install the package chromium to check the site in a browser"
        pytest.fail(message) if os.environ.get("CI") else pytest.skip(message)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


def open_page(browser, address, name, **settings):
    """The page and the list of what went wrong while it loaded."""
    view, faults = browser.new_context(**settings).new_page(), []
    view.on("console", lambda message: message.type == "error" and faults.append(message.text))
    view.on("pageerror", lambda error: faults.append(str(error)))
    view.on("request", lambda r: not r.url.startswith((address, "data:")) and faults.append(f"asks {r.url}"))
    view.goto(f"{address}/{'' if name == 'index' else name + '/'}")
    view.wait_for_load_state("networkidle")
    return view, faults


@pytest.mark.parametrize("name", [*NAMES, *NOTEBOOKS])
def test_page(browser, address, name):
    """Both schemes; then phone width."""
    view, faults = open_page(browser, address, name, viewport={"width": 1280, "height": 900}, color_scheme="light")
    view.add_style_tag(
        content=".highlight { content-visibility: visible !important } * { transition: none !important }"
    )
    for scheme in ("light", "dark"):
        view.emulate_media(color_scheme=scheme)
        if scheme == "dark":
            view.evaluate("document.body.setAttribute('data-md-color-scheme', 'slate')")
        results = Axe().run(view)
        assert results.violations_count == 0, f"{scheme}: {results.generate_report()}"
    view.set_viewport_size({"width": 390, "height": 844})
    assert view.evaluate("document.documentElement.scrollWidth") <= 390, "wider than a phone"
    assert not faults
    view.context.close()


def test_search_finds_a_pasted_error(browser, address):
    view, faults = open_page(browser, address, "index")
    view.click("label[for=__search]:visible, input[name=query]:visible")
    view.keyboard.type("mat1 and mat2 shapes cannot be multiplied (2x3 and 2x3)")
    first = view.locator(".md-search-result__link").first
    first.wait_for()
    assert "reference/errors/" in first.get_attribute("href")
    assert not faults
    view.context.close()


def test_copy_the_whole_script(browser, address):
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    view = context.new_page()
    view.goto(f"{address}/foundations/tensors/")
    view.click("button.copy-script")
    view.wait_for_selector("text=Copied")
    assert view.evaluate("navigator.clipboard.readText()").startswith("# /// script")
    context.close()


def test_not_found(browser, address):
    view = browser.new_page()
    view.goto(f"{address}/404.html")
    assert "404" in view.text_content("main")
    assert Axe().run(view).violations_count == 0
    view.close()
