"""The fence `demo`: a model that the reader's browser runs. Each has a script in docs/assets and shares demo.js."""

from __future__ import annotations

import json
from pathlib import Path

from pymdownx.superfences import SuperFencesException

from . import browser


def demo(root: Path, source: str, *_: object, **__: object) -> str:
    """The box of a demo, with where its files are; finish.py brings them."""
    name = source.strip()
    if name not in browser.MODELS:
        raise SuperFencesException(f"demo {name!r}: known are {', '.join(browser.MODELS)}")
    if not browser.is_there(root):
        return "<p><em>This copy was built without ONNX Runtime for browsers, and cannot run it here.</em></p>"
    up = f"/{browser.PLACE}"  # finish.py makes addresses of it that fit the page
    load = f'<button type="button" class="load">Load the model, {browser.size(root, name):.0f} MB</button>'
    inside = {"digits": digits, "pictures": pictures, "writer": writer}[name](root, load)
    scripts = "".join(f'<script defer src="/assets/{script}.js"></script>' for script in ("demo", name))
    return (
        f'<div class="demo" data-demo="{name}" data-runtime="{up}/ort.wasm.bundle.min.mjs" '
        f'data-model="{up}/{name}.onnx" data-answers="{up}/{name}.json">{inside}</div>{scripts}'
    )


def row(title: str, name: str) -> str:
    bar = f'<progress max="1" value="0" aria-label="Probability of {name}"></progress>'
    return f"<li>{title}{bar}<span></span></li>"


def button(words: str) -> str:
    return f'<button type="button" hidden>{words}</button>'


def digits(root: Path, load: str) -> str:
    rows = "".join(row(f"<b>{digit}</b>", str(digit)) for digit in range(10))
    return (
        '<div><canvas width="280" height="280" role="img" aria-label="Draw here"></canvas>'
        f"<p>{load} {button('Clear')} {button('Next test image')}</p></div><ul>{rows}</ul>"
        '<p><canvas width="28" height="28" role="img" aria-label="What the network gets: 28 by 28 pixels"></canvas> '
        "<output></output></p>"
    )


def pictures(root: Path, load: str) -> str:
    groups = json.loads(browser.answers(root, "pictures").read_text(encoding="utf-8"))["classes"]
    choice = '<label><input type="radio" name="group" value="{0}">{0}</label>'
    rows = "".join(row(choice.format(group), group) for group in groups)
    return (
        '<div><div class="seen">'
        '<canvas width="32" height="32" role="img" aria-label="What the network gets: 32 by 32 pixels"></canvas>'
        '<canvas width="8" height="8" role="img" aria-label="Map of the chosen group"></canvas></div>'
        f'<p>{load}<label hidden>A picture of yours <input type="file" accept="image/*"></label></p></div>'
        f"<fieldset><legend>Groups, and the map of the chosen one</legend><ul>{rows}</ul>"
        '<label><input type="checkbox" checked>Lay the map over the picture</label></fieldset>'
        '<p class="samples" role="group" aria-label="Pictures of the test" hidden></p><p><output></output></p>'
    )


def writer(root: Path, load: str) -> str:
    slider = '<label>{} <input type="range" min="0" max="{}" step="{}" value="{}"><span></span></label>'
    return (
        '<div><label>Begin an entry <textarea rows="3" spellcheck="false" autocomplete="off">'
        "frobnicator\nn.\nA program that</textarea></label>"
        f"{slider.format('Temperature', 2, 0.1, 0.8)}{slider.format('top-k', 9, 1, 5)}"
        f"<p>{load} {button('Write')} {button('Compare with PyTorch')}</p></div>"
        '<div class="written" role="region" aria-label="What the model writes" tabindex="0"></div>'
        "<p><output></output></p>"
    )
