"""What the theme's HTML lacks: names for screen readers and a Content-Security-Policy; and what it has too much of."""

from __future__ import annotations

import base64
import hashlib
import html
import re

DATE = re.compile(r"(?<![\w/-])(\d{4}-\d\d-\d\d)(?![\w/-])(?![^<>]*>)")
ITEM = re.compile(r"(?<![\w-])S\d-\d+(?![\w-])(?![^<>]*>)")
SHARE = re.compile(r"(?<=<td>)\d[\d.]* %")
CELL = re.compile(r"(?<=<td>).*?(?=</td>)")
LONG = re.compile(r"(?<=<code>)[^<]{30,}(?=</code>)")
WIDE = re.compile(r"[^\s<>]{36,}")  # as a line of a phone, or nearly
BREAK = re.compile(r"(?<=[/(=])(?=\w)|(?<=\.)(?=\w)(?!\w{1,5}$)")
INLINE = re.compile(r"<code>[^<]+</code>")
OPTION = re.compile(r"(?<![^\s<>])--?[a-zA-Z][\w-]*")
HEADING = re.compile(r'(<h[1-6] id="([^"]*)"[^>]*>.*?<a class="headerlink" href="[^"]*") title="[^"]*"')


def accessible(output: str) -> str:
    """Names that axe asks for or that tell things of one name apart; places where a long call may be broken."""
    output = output.replace(
        '<div class="language-text output', '<div role="group" aria-label="Output" class="language-text output'
    )
    output = CELL.sub(lambda cell: LONG.sub(lambda call: BREAK.sub("<wbr>", call[0]), cell[0]), output)
    output = re.sub(r"<td>(?=(.*?)</td>)", roomy, output)
    output = HEADING.sub(r'\1 aria-labelledby="\2"', output)
    return re.sub(r"<th( style=\"[^\"]*\")?></th>", r"<td\1></td>", output)


def roomy(cell: re.Match) -> str:
    """A cell of a sentence has a class: on a phone its column is not as narrow as that of a word."""
    words = html.unescape(re.sub(r"<[^>]+>", "", cell[1]))
    return '<td class="sentence">' if len(words) > 60 else cell[0]


def explained_once(output: str) -> str:
    """An abbreviation has its words where it first stands in the text, within reach of the keyboard."""
    known: set[str] = set()

    def one(match: re.Match) -> str:
        word = match["word"]
        if not word:
            return re.sub(r"</?abbr\b[^>]*>", "", match[0])  # a heading, a link or a control
        first = word not in known
        known.add(word)
        return match[0].replace("<abbr", '<abbr tabindex="0"') if first else word

    controls = r"<(h[1-6]|a|button|label|summary)\b.*?</\1>"
    return re.sub(rf"{controls}|<abbr[^>]*>(?P<word>[^<]+)</abbr>", one, output, flags=re.S)


def compact(output: str) -> str:
    """Without the indentation of templates, marks around spaces, names and signs of code, and the words of the theme's
    search, which these pages do not have."""
    output = re.sub(r'"search\.result\.[\w.]+": "[^"]*", ', "", output)
    output = re.sub(r'<span class="w">( +)</span>|<span class="[nop]">([^<]+)</span>', r"\1\2", output)
    parts = re.split(r"(<(?:pre|script)\b.*?</(?:pre|script)>)", output, flags=re.S)
    parts[::2] = [whole(re.sub(r"\s*\n\s*", "\n", part)) for part in parts[::2]]
    return "".join(parts)


def whole(text: str) -> str:
    """No line ends within a date, an option, a share or an item of a guide; a path as wide as a phone may be broken."""

    def one(code: re.Match) -> str:
        broken = WIDE.sub(lambda word: BREAK.sub("<wbr>", word[0]), code[0])
        return OPTION.sub(r'<span class="whole">\g<0></span>', broken)

    text = INLINE.sub(one, text)
    for kind in (ITEM, SHARE):
        text = kind.sub(r'<span class="whole">\g<0></span>', text)
    return DATE.sub(r"<time>\1</time>", text)


def secured(output: str) -> str:
    """A Content-Security-Policy: files of this site, and the inline scripts that the page has now, by their hashes."""
    scripts = re.findall(r'<script(?: type="module")?>(.*?)</script>', output, re.S)
    hashes = sorted({base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts})
    allowed = " ".join(["'self'", *(f"'sha256-{value}'" for value in hashes)])
    wasm = " 'wasm-unsafe-eval'" * ("data-runtime=" in output)
    policy = (
        f"default-src 'self'; script-src {allowed}{wasm}; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'"
    )
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    return output.replace('<meta charset="utf-8">', f'<meta charset="utf-8">{meta}', 1)
