"""Pictures of the site, from a build to read from disk, in this machine's fonts: `python -m handbook.pictures SITE`."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from .book import Handbook
from .markup import picture

CARD = """
<style>
  body { margin: 0; background: #faf9f7; color: #1f2430; font: 34px system-ui, sans-serif; }
  main { box-sizing: border-box; width: 1200px; height: 630px; padding: 56px 72px 0; }
  p { display: flex; gap: 20px; align-items: center; margin: 0; font-weight: 600; }
  p svg { width: 54px; }
  h1 { font-size: 92px; line-height: 1.05; letter-spacing: -0.035em; margin: 30px 0 22px; text-wrap: balance; }
  svg[role] { width: 1100px; margin-left: -40px; height: auto; background: none !important; }
</style>
<main>
  <p>LOGO NAME</p>
  <h1>TITLE</h1>
  FIGURE
</main>
"""
ICON = "<style>body { margin: 0; background: #b5361a; } svg { display: block; width: 180px; }</style>LOGO"


def draw(book: Handbook, site: Path, assets: Path) -> None:
    """What a link to the site shows elsewhere, its icon on a phone, and the first screen for the README."""
    words = {
        "LOGO": (assets / "logo.svg").read_text(encoding="utf-8"),
        "NAME": book.settings["site_name"],
        "TITLE": book.pages["index"].title,
        "FIGURE": picture(book.root, "index/fit.svg", "The curve")["image/svg+xml"],
    }
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        view = browser.new_page(reduced_motion="reduce", color_scheme="light")
        for name, content, width, height in (("card", CARD, 1200, 630), ("icon", ICON, 180, 180)):
            view.set_viewport_size({"width": width, "height": height})
            view.set_content(re.sub("LOGO|NAME|TITLE|FIGURE", lambda match: words[match[0]], content))
            view.screenshot(path=assets / f"{name}.png")
        view.set_viewport_size({"width": 1280, "height": 800})
        view.goto((site / "index.html").resolve().as_uri())
        view.screenshot(path=assets / "screenshot.png")
        browser.close()


if __name__ == "__main__":
    draw(Handbook(Path.cwd()), Path(sys.argv[1]), Path("docs/assets"))
