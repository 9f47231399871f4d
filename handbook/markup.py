"""Formulas as MathML, and the fences `flow`, `figure` and `matrix` as what they stand for."""

from __future__ import annotations

import base64
import hashlib
import html
import math
import re
from collections.abc import Callable
from functools import cache, partial
from importlib.metadata import distribution
from pathlib import Path

from markdown import Markdown
from markdown.postprocessors import Postprocessor
from math_core import LatexError, LatexToMathML
from PIL import Image
from pymdownx.superfences import SuperFencesException

from . import demos, quizzes, tables

INLINE = re.compile(r'<span class="arithmatex">\\\((.+?)\\\)</span>', re.S)
BLOCK = re.compile(r'<div class="arithmatex">\s*\\\[(.+?)\\\]\s*</div>', re.S)
COLORS = {"#010101": "ink", "#020202": "line", "#030303": "grid"} | {f"#aa000{n}": f"plot-{n}" for n in range(1, 6)}
PICTURES = "assets/figures/"  # in the site; finish.py makes addresses of it that fit the page
LEGIBLE, FLOW_TEXT = 10, 12  # pixels; the smallest text of a flow in handbook.css
SCHEMES = {  # where handbook.css has the colours of each
    "light": r"^:root \{.*?^\}",
    "dark": r'^  \[data-md-color-scheme="slate"\] \{.*?^  \}',
}
converter = LatexToMathML()


def mathml(tex: str, block: bool) -> str:
    """Raises ValueError on TeX that math-core does not know, which stops the build."""
    try:
        code = converter.convert_with_local_state(html.unescape(tex).strip(), displaystyle=block)
    except LatexError as error:
        raise ValueError(f"formula {tex!r}: {error}") from None
    return code


def fences(root: Path) -> list[dict]:
    """The settings of pymdownx.superfences for the fences of a handbook."""
    formats = {"flow": flow, "matrix": matrix, "figure": partial(figure, root / "snippets/figures")}
    formats |= {"answers": partial(answers, root), "notes": notes, "demo": partial(demos.demo, root), "widget": widget}
    return [{"name": name, "class": name, "format": format} for name, format in formats.items()]


def figure(folder: Path, source: str, language: str, css_class: str, options: dict, md: Markdown, **_: object) -> str:
    """First line: a file of the folder; the rest says what it shows."""
    name, words = (source.strip() + "\n").split("\n", 1)
    if not (folder / name).is_file() or not words.strip():
        raise SuperFencesException(f"figure {name!r}: no such file in snippets/figures, or no words on what it shows")
    if name.endswith(".webp"):
        return framed(bitmap(folder / name, words, f"/{PICTURES}{name}"), caption(words))
    return framed(drawing(folder, name, words, "var(--{})".format), caption(words))


def caption(words: str) -> str:
    """The first sentence of what a figure shows."""
    return " ".join(words.split()).partition(". ")[0].removesuffix(".") + "."


def thumbnail(folder: Path, name: str, words: str) -> tuple[str, float, str]:
    """A figure as a tile of a wall has it: an <img>, of a drawing one for each scheme; width to height; its kind."""
    attributes = f'alt="{described(words)}" loading="lazy" decoding="async"'
    if name.endswith(".webp"):
        with Image.open(folder / name) as image:
            width, height = image.size
        kind = "pixels" if width < 320 else "photo"
        image = f'<img src="/{PICTURES}{name}" width="{width}" height="{height}" {attributes}>'
        return image, width / height, kind
    svg, wide = cleaned((folder / name).read_text(encoding="utf-8"), name)
    width, height = map(float, re.findall(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)[0])
    size = f'width="{wide:.0f}" height="{wide * height / width:.0f}"'
    files = {scheme: f"/{PICTURES}{drawn_for(name, scheme)}" for scheme in SCHEMES}
    images = "".join(f'<img class="{scheme}" src="{file}" {size} {attributes}>' for scheme, file in files.items())
    return images, width / height, "drawn"


def drawn_for(name: str, scheme: str) -> str:
    """The file of the site that has a drawing in the colours of a scheme."""
    return name.replace(".svg", f".{scheme}.svg")


def bitmap(path: Path, words: str, source: str) -> str:
    """An <img>: what matplotlib saved at 144 pixels per inch; a small one larger, its pixels as squares."""
    with Image.open(path) as image:
        width, height = image.size
    scale = 640 // width if width < 320 else 2 / 3
    style = "background: #fff" + "; image-rendering: pixelated" * (scale > 1)
    return (
        f'<img src="{source}" alt="{described(words)}" width="{round(width * scale)}" '
        f'height="{round(height * scale)}" loading="lazy" decoding="async" style="{style}">'
    )


def drawing(folder: Path, name: str, words: str, color: Callable[[str], str]) -> str:
    """The SVG that matplotlib wrote, for use inside of a page: sentinel colours replaced, fonts and ids of the page."""
    svg, width = cleaned((folder / name).read_text(encoding="utf-8"), name)
    for sentinel, variable in COLORS.items():
        svg = svg.replace(sentinel, color(variable))
    return labelled(svg, words, width)


@cache
def cleaned(svg: str, name: str) -> tuple[str, float]:
    """A drawing without what pages do not need, and its width; a page and its notebook show the same."""
    svg = re.sub(r"<metadata>.*?</metadata>|<defs>\s*<style.*?</style>\s*</defs>|<!--.*?-->", "", svg, flags=re.S)
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r' transform="rotate\(-0 [^"]*"|; stroke-linecap: square', "", svg)
    prefix = hashlib.sha256(name.encode()).hexdigest()[:6]
    svg = re.sub(r'<g id="[^"]*"', "<g", svg)
    svg = re.sub(r'\bid="(\w{5})\w*"', rf'id="f{prefix}\1"', svg)
    svg = re.sub(r'((?:xlink:)?href="|url\()#(\w{5})\w*', rf"\1#f{prefix}\2", svg).replace("xlink:href", "href")
    svg = re.sub(r"font: ((?:bold|700) )?([\d.]+)px ", r"font-weight: \1; font-size: \2px; font-family: ", svg)
    svg = re.sub(r"font-family: [^;\"]*monospace", "font-family: var(--mono, monospace)", svg)
    svg = re.sub(r" font-family: '[^;\"]*;|font-weight: ;", "", svg)
    svg = re.sub(r' +"', '"', re.sub(r"\n\s*", " ", svg))
    while (bare := re.sub(r"<g>\s*((?:(?!<g\b|</g>).)*?)\s*</g>", r"\1", svg)) != svg:  # groups that say nothing
        svg = bare
    svg = re.sub(r' (?:d|x|y|transform)="[^"]*"', lambda m: re.sub(r"\d+\.\d+", rounded, m[0]), svg)
    box = re.findall(r'viewBox="(0 0 ([\d.]+) [\d.]+)"', svg)[0]
    svg = re.sub(r"<svg .*?>", f'<svg viewBox="{box[0]}">', svg, count=1, flags=re.S)
    return svg, float(box[1]) * 4 / 3


def embedded(path: Path) -> str:
    """A picture as an address that holds it."""
    return f"data:image/webp;base64,{base64.b64encode(path.read_bytes()).decode()}"


def picture(root: Path, name: str, words: str) -> dict[str, str]:
    """The figure for use outside of a page, by its type: it brings its data, its colours and its ground."""
    if name.endswith(".webp"):
        path = root / "snippets/figures" / name
        return {"text/html": bitmap(path, words, embedded(path)), "text/plain": words}
    return {"image/svg+xml": alone(root, name, words, "light", "background: #fff; ")}


def alone(root: Path, name: str, words: str, scheme: str, ground: str = "") -> str:
    """A drawing in the colours of a scheme, which a file of its own does not get from a page."""
    css = (root / "docs/assets/handbook.css").read_text(encoding="utf-8")
    colors: dict[str, str] = {}
    for block in re.findall(SCHEMES["light"] if scheme == "light" else "|".join(SCHEMES.values()), css, re.S | re.M):
        colors |= dict(re.findall(r"--([\w-]+): (#[0-9a-f]+);", block))
    svg = drawing(root / "snippets/figures", name, words, colors.__getitem__)
    style = f"{ground}fill: {colors['ink']}; font-family: sans-serif"
    svg = svg.replace("var(--mono, monospace)", "monospace")
    return svg.replace("<svg", f'<svg xmlns="http://www.w3.org/2000/svg" style="{style}"', 1)


def flow(source: str, language: str, css_class: str, options: dict, md: Markdown, **_: object) -> str:
    """One chain of boxes a line, "A -> B : label -> C"; a last line "alt: ..." says what the diagram shows."""
    *lines, alt = [line.strip() for line in source.strip().splitlines()]
    if not alt.startswith("alt: ") or not lines:
        raise SuperFencesException("flow: the last line is 'alt: ' and what the diagram shows")
    boxes, arrows, width, top = [], [], 0.0, 6
    for line in lines:
        left, label = 6.0, None
        for part in re.split(r"\s*->\s*", line):
            text, next_label = (part + " : ").split(" : ")[:2]
            if label is not None:
                gap = max(40, 7.0 * len(label) + 20)
                arrows.append((left, left + gap, top + 19, label))
                left += gap
            size = max(56, 8.0 * len(text) + 24)
            boxes.append((left, top, size, text))
            left, label = left + size, next_label
        width, top = max(width, left + 6), top + 58
    parts = []
    for start, end, y, label in arrows:
        parts.append(f'<path d="M{start} {y}H{end - 7}" class="arrow"/><path d="M{end} {y}l-8 -4v8z" class="head"/>')
        if label:
            parts.append(f'<text x="{(start + end) / 2 - 3}" y="{y - 7}" class="label">{html.escape(label)}</text>')
    for left, y, size, text in boxes:
        parts.append(f'<rect x="{left}" y="{y}" width="{size}" height="38" rx="6" class="box"/>')
        parts.append(f'<text x="{left + size / 2}" y="{y + 24}">{html.escape(text)}</text>')
    svg = f'<svg class="flow" viewBox="0 0 {width:.0f} {top - 14}">{"".join(parts)}</svg>'
    svg = labelled(svg, alt.removeprefix("alt: "), width)
    return framed(svg)


def framed(drawn: str, caption: str = "") -> str:
    """A drawing that scrolls rather than be too small to read. Its label has all its words: no caption is read out."""
    style = ""
    if view := re.search(r'viewBox="0 0 ([\d.]+)', drawn):
        smallest = min(map(float, re.findall(r"font-size: ([\d.]+)px", drawn)), default=FLOW_TEXT)
        style = f' style="--least: {math.ceil(float(view[1]) * LEGIBLE / smallest)}px"'
    told = f'<figcaption aria-hidden="true">{html.escape(caption)}</figcaption>' if caption else ""
    return f'<figure><div class="drawing" tabindex="0"{style}>{drawn}</div>{told}</figure>'


def matrix(source: str, language: str, css_class: str, options: dict, md: Markdown, **_: object) -> str:
    """What a script printed; no page holds such a fence, with_outputs adds it."""
    return tables.matrix(source)


def answers(root: Path, source: str, *_: object, **__: object) -> str:
    """Of a question, as foundations/tensors:half; no page holds such a fence, with_questions adds it."""
    page, name = source.strip().split(":")
    return quizzes.as_html(quizzes.questions(root, page)[name])


def widget(source: str, *_: object, **__: object) -> str:
    """A calculator of docs/assets/widgets.js: its name, then what it says first, which needs no script."""
    name, words = (source.strip() + "\n").split("\n", 1)
    if not words.strip():
        raise SuperFencesException(f"widget {name!r}: say below its name what it shows first")
    return (
        f'<div class="widget" data-widget="{name}"><output>{described(words)}</output></div>'
        '<script src="/assets/widgets.js" defer></script>'  # finish.py makes an address of it that fits the page
    )


def notes(*_: object, **__: object) -> str:
    """Those that with_outputs did not find right below a block of code."""
    raise SuperFencesException("notes: they stand right below the block of a section, with one empty line between")


def rounded(number: re.Match) -> str:
    return f"{float(number[0]):.1f}".removesuffix(".0")


def labelled(svg: str, words: str, width: float) -> str:
    return svg.replace("<svg", f'<svg role="img" aria-label="{described(words)}" width="{width:.0f}"', 1)


def described(words: str) -> str:
    """The words as an attribute has them."""
    return html.escape(" ".join(words.split()), quote=True)


class Formulas(Postprocessor):
    def run(self, text: str) -> str:
        box = '<div class="formula" tabindex="0" role="group" aria-label="Formula">{}</div>'
        text = BLOCK.sub(lambda m: box.format(mathml(m[1], block=True)), text)
        return INLINE.sub(lambda m: mathml(m[1], block=False), text)


def math_font(root: Path, characters: set[str]) -> bytes:
    """STIX Two Math (OFL), cut down to the characters that the formulas use; the last cut is kept in .cache."""

    def italic(character: str) -> str:
        code = ord(character)
        for low, high, start in (("a", "z", 0x1D44E), ("A", "Z", 0x1D434), ("α", "ω", 0x1D6FC), ("Α", "Ω", 0x1D6E2)):
            if low <= character <= high:
                return {"h": "ℎ"}.get(character, chr(start + code - ord(low)))
        return {"∂": "\U0001d715"}.get(character, character)

    wanted = "".join(sorted(characters | {italic(c) for c in characters} | set(" 0123456789√")))
    cached, key = root / ".cache/math.woff2", root / ".cache/math.txt"
    if not (cached.exists() and key.exists() and key.read_text(encoding="utf-8") == wanted):
        from fontTools import subset  # takes long to import, and is seldom needed

        options = subset.Options(flavor="woff2", layout_features=["ssty", "dtls", "flac", "kern", "mark", "ccmp"])
        source = distribution("ziamath").locate_file("ziamath/fonts/STIXTwoMath-Regular.ttf")
        cached.parent.mkdir(exist_ok=True)
        with subset.load_font(str(source), options) as font:
            cutter = subset.Subsetter(options)
            cutter.populate(text=wanted)
            cutter.subset(font)
            subset.save_font(font, str(cached), options)
        key.write_text(wanted, encoding="utf-8")
    return cached.read_bytes()
