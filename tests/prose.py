"""What sentences, tables and commands claim, as far as a program can tell: faults with file and line."""

from __future__ import annotations

import contextlib
import csv
import io
import pkgutil
import re
import warnings
from collections.abc import Iterator
from pathlib import Path

from comparison import Tolerance

from handbook import DEVICES, Handbook, Page
from handbook.scripts import PAIRS, WORDS
from handbook.tables import entries

WORD = (
    "(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety"
    "|hundred|thousand)"
)
NUMBER = rf"(?:\d[\d.,]*|{WORD}\b)"
QUANTITY = re.compile(
    rf"""(?<![\w.,/^]) (?<!\w-) (?:  # also behind a minus, but not within a range
    {NUMBER}(?:
        \s?(?:% | (?:dB | percent | per\scent | min | h | (?:[mµn] | milli | micro | nano)s | [kKMGT]i?B)\b)
      | \ss\b
      | [\s-]?(?:(?:milli | micro | nano)?seconds? | minutes? | hours? | days? | (?:kilo | mega | giga | tera)bytes?
          | points | bytes | fps)\b
      | \s[a-z]+(?:/s | \sper\ssecond | \sa\ssecond)\b  # 250 images per second
      | \s?×(?!\s?\d) | x\b(?!\s?[-+:(]) | -?fold\b       # 3× and 3x, but neither 3 × 3 nor 3x + 1
    )
  | \d[\d.,]*\stimes\b | {WORD}fold\b
  | (?!many)\w+\stimes\s(?:faster | slower | as\s(?:fast | slow | much | many | large | long))\b
  | (?:twice | half)\s(?:as | the)\s(?:fast | slow | much | many | large | long | memory | time | speed)\b
  )""",
    re.X,
)
DECIMAL = re.compile(
    r"""(?<![\w.,/=<>^]) (?<!\w-)
    (?<!orch\s) (?<!torchvision\s) (?<!Python\s) (?<!\b[Ii]n\s(?=2\.1)) (?<!\b[Ss]ince\s(?=2\.1))  # versions
    \d+\.\d\d+ (?![\w.]*\w)
  | (?<=\|) \s*\d+\.\d+\s* (?=\|)                       # a cell of a table
    """,
    re.X,
)
VERSION = re.compile(  # a minor version of torch, by the word before it
    r"\b(?:[Tt]orch|PyTorch|[Ss]ince|[Ii]n|before|after|until|of|only) ?(?:[=><]=|<)?"
    r"(2\.\d{1,2})(?:\.\d+)?\b(?!\.?\d| ?(?:%|GB|MB|ms))"
)
SPAN = re.compile(r"(`+|\$\$?|(?<!=)\")(?P<inside>(?:(?!\1|\n\n).)+)\1", re.S)
NAMES = {  # what code inside of a sentence begins with: the object that it means
    "torch": "torch",
    "nn": "torch.nn",
    "F": "torch.nn.functional",
    "optim": "torch.optim",
    "optimizer": "torch.optim.SGD",
    "scaler": "torch.amp.GradScaler",
    "loader": "torch.utils.data.DataLoader",
    "Tensor": "torch.Tensor",
    "tensor": "torch.Tensor",
    "dist": "torch.distributed",
    "torchvision": "torchvision",
    "v2": "torchvision.transforms.v2",
    "np": "numpy",
    "Dim": "torch.export.Dim",
    "Image": "PIL.Image",
    "onnx": "onnx",
    "onnxruntime": "onnxruntime",
    "profiler": "torch.profiler.profile",
    "safetensors": "safetensors",
    "scheduler": "torch.optim.lr_scheduler.LRScheduler",
    "transformers": "transformers",
}
NOT_NAMES = {  # gone, or not installed here, or an attribute that only an object has
    "torch.rfft": "removed",
    "torch.set_deterministic": "removed",
    "transformers.AdamW": "removed",
    "optimizer.param_groups": "set by __init__",
    "optimizer.state": "set by __init__",
    "loader.batch_sampler": "set by __init__",
}
RAISED_BY = re.compile(r"\]\(\.\./([\w/-]+)\.md(?:#[\w-]+)?\) raises it")  # of an entry of the list of errors: a page
QUOTE = re.compile(r"^> `(.+)`$", re.M)
# Where a message begins in what a section printed, alone or behind a label.
NAMED = re.compile(r"(?:^|(?<=: ))(?=(?:\w+\.)*\w*(?:Error|Exception):)", re.M)
NO_MESSAGES = {  # sections that raise, and print no message that a reader could meet elsewhere
    ("data/folders/broken", "sentences"): "the page's own",
    ("data/workers/trouble", "worker-error"): "the example's own",
    ("deploy/testing", "score"): "what its own tests say",
    ("performance/compile/graphs", "machine-traceback"): "prints the lengths only",
    ("projects/fast-mnist-records/broken_fast", "sentences"): "the project's own",
    ("projects/fast-mnist/trainer", "trainer"): "started without what it needs",
    ("projects/generate-pictures/broken_generators", "sentences"): "the project's own",
    ("projects/language-model/broken", "sentences"): "the project's own",
    ("projects/language-model/lora", "other"): "the project's own",
    ("projects/language-model/writes", "unknown"): "the project's own",
    ("projects/mnist/broken", "truncated"): "the project's own",
    ("projects/mnist/broken", "wrong-file"): "the project's own",
    ("projects/pictures/broken_pictures", "sentences"): "the project's own",
    ("projects/ticket-router-transformer/broken", "offline"): "the project's own",
    ("start/what-is-pytorch", "line"): "prints the line that raised",
    ("training/curves", "stop"): "the example's own",
    ("training/debugging", "watch"): "the example's own",
}


def blank(match: re.Match) -> str:
    """The lines of a match, empty: what follows keeps its line number."""
    return "\n" * match[0].count("\n")


def figures(page: Page) -> Iterator[tuple[int, str]]:
    """Line and words of each number of time, memory, share, ratio or rate, or with two decimals, in a page's prose.

    Prose are sentences, table cells and captions; a quote, code or a formula is none, unless it is just such a number.
    """
    captions = [fence for fence in page.fences if fence.language in ("figure", "flow", "wall")]
    lines = dict(page.prose) | {n: line for fence in captions for n, line in enumerate(fence.body, fence.line + 1)}
    text = "\n".join(lines.get(n, "") for n in range(1, page.text.count("\n") + 2))
    text = text.replace("&nbsp;", " ").replace("\xa0", " ")
    text = re.sub(r"\]\([^)]*\)|^--8<--.*$|^.*\.(?:svg|webp)$|</?[a-z]+[^>]*>", blank, text, flags=re.M)
    text = SPAN.sub(lambda m: m[0] if m[1] != "$" and QUANTITY.fullmatch(m["inside"]) else blank(m), text)
    for pattern in (QUANTITY, DECIMAL):
        for match in pattern.finditer(text):
            start = match.start() + len(match[0]) - len(match[0].lstrip())
            yield text.count("\n", 0, start) + 1, " ".join(match[0].split())


def check_figures(book: Handbook) -> Iterator[str]:
    """A number in prose is no result, and tests/figures.csv says what it is instead; results stand in records."""
    rows = list(csv.DictReader((book.root / "tests/figures.csv").read_text(encoding="utf-8").splitlines()))
    known = {(row["page"], row["figure"]): number for number, row in enumerate(rows, 2) if row["why"]}
    seen = set()
    for page in book.pages.values():
        for line, figure in figures(page):
            seen.add((page.name, figure))
            if (page.name, figure) not in known:
                yield (
                    f"{page}:{line}: {figure!r} in prose: a result belongs into a record; "
                    "if it is none, add a row to tests/figures.csv that says what it is"
                )
    for row in known.keys() - seen:
        yield f"tests/figures.csv:{known[row]}: {row[1]!r} is not on docs/{row[0]}.md any more"


def check_versions(book: Handbook) -> Iterator[str]:
    """Sentences name the torch that the handbook is about; tests/versions.csv lists those on another one, and why."""
    rows = list(csv.DictReader((book.root / "tests/versions.csv").read_text(encoding="utf-8").splitlines()))
    known = {(row["file"], row["version"]): number for number, row in enumerate(rows, 2) if row["why"]}
    seen = set()
    for path in [*guides(book), *(page.path for page in book.pages.values()), *book.root.glob("examples/*/**/*.py")]:
        name = path.relative_to(book.root).as_posix()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for version in VERSION.findall(line):
                seen.add((name, version))
                if version != book.torch and (name, version) not in known:
                    told = f"names torch {version}, and the handbook is about {book.torch}"
                    yield f"{name}:{number}: {told}: check it there, or add a row to tests/versions.csv that says why"
    for row in known.keys() - seen:
        yield f"tests/versions.csv:{known[row]}: {row[0]} does not name {row[1]} any more"


def guides(book: Handbook) -> list[Path]:
    return [*sorted(book.root.glob("*.md")), book.root / "examples/README.md"]


def exists(name: str) -> bool:
    """Whether a dotted name leads to something in the libraries that are installed here."""
    first, _, rest = name.partition(".")
    try:
        with warnings.catch_warnings(action="ignore"):
            pkgutil.resolve_name(f"{NAMES[first]}.{rest}")
    except (ImportError, AttributeError):
        return False
    return True


def check_names(book: Handbook) -> Iterator[str]:
    """Names of the libraries in code inside of sentences and tables exist."""
    pattern = re.compile(rf"(?<![\w./-])(?:{'|'.join(NAMES)})(?:\.[A-Za-z_]\w*)+")
    for page in book.pages.values():
        for number, line in page.prose:
            for code in re.findall(r"`([^`]+)`", line):
                for name in {*pattern.findall(code)} - NOT_NAMES.keys():
                    if not exists(name):
                        yield f"{page}:{number}: torch and its like have no {name}"


def check_commands(book: Handbook) -> Iterator[str]:
    """Scripts and options of shell commands exist; what `python -c` prints stands on the page."""
    scripts = [*book.root.glob("examples/**/*.py")]

    def faults(place: str, line: str, text: str) -> Iterator[str]:
        if inline := re.fullmatch(r'python -c "(.*)"', line):
            with contextlib.redirect_stdout(io.StringIO()) as printed:
                exec(inline[1], {})
            if f"`{printed.getvalue().strip()}`" not in text:
                yield f"{place}: prints {printed.getvalue().strip()}, which the page does not say"
        for script in re.findall(r"[\w*/.-]+\.py\b", line):
            found = [*book.root.glob(script)] if "/" in script else [path for path in scripts if path.name == script]
            if not found:
                yield f"{place}: runs {script}, which does not exist"
            for option in re.findall(r" (--?[a-z][\w-]*)", line.partition(script)[2]):
                if found and not any(f'"{option}"' in path.read_text(encoding="utf-8") for path in found):
                    yield f"{place}: {script} has no option {option}"

    for page in book.pages.values():
        for fence in (fence for fence in page.fences if fence.language == "bash"):
            lines = "\n".join(fence.body).replace("\\\n", " ").split("\n")  # a command on two lines is one
            for number, line in enumerate(lines, fence.line + 1):
                yield from faults(f"{page}:{number}", line, page.text)


def tells(words: str, message: str) -> bool:
    """Whether a message has all these words, in their order."""
    said = iter(re.findall(r"\w+", message))
    return all(word in said for word in re.findall(r"\w+", words.replace("\\", "")))


def asked(page: Page) -> Iterator[tuple[str, str]]:
    """The name of each question of a page, with each message that one of its answers raises."""
    for name, question in page.questions.items():
        for answer in question.answers:
            yield from ((name, message) for message in NAMED.split(answer.printed or "")[1:])


def check_errors(book: Handbook) -> Iterator[str]:
    """An entry has its cause, and words of the script or page that raises it, or of its quote; or a test that tells."""
    for page, entry in entries(book):
        words, slug, cause, text = entry.groups()
        if not cause:
            yield f"{page}: below heading #{slug} is no line 'Usual cause: ...'"
        said = [book.script(f"{page.name}/{slug}/error").records.get("error", ""), *QUOTE.findall(text)]
        if raised := RAISED_BY.search(text):
            source = book.pages[raised[1]]
            said += [record for script in source.scripts for record in script.records.values()]
            said += [message for _, message in asked(source)]
        told = (book.root / f"examples/{page.name}/{slug}/tell.py").is_file()
        if not told and not any(tells(re.sub(r"\([^)]*\)", " ", words), message) for message in said):
            yield f"{page}: heading #{slug} says {words!r}, which the recorded message does not"
    for folder in sorted(book.root.glob("examples/errors/*/*/error.py")):
        if not folder.with_name("fix.py").is_file():
            yield f"{folder.relative_to(book.root).as_posix()}:1: there is no fix.py beside it"


def check_messages(book: Handbook) -> Iterator[str]:
    """Every message of a script or a question has an entry: its heading, or code in its text, has words of it."""
    known = []
    for _, entry in entries(book):
        prose = re.sub(r"^```.*?^```", "", entry["text"], flags=re.M | re.S)
        codes = (code.replace("\n", " ") for code in re.findall(r"`([^`]+)`", prose))
        known += [re.sub(r"\b\d+\b", "", words) for words in (entry["words"], *codes)]
    known = [words for words in known if len(re.findall(r"\w+", words)) > 2 or "Error: " in words]
    for script in book.scripts.values():
        for section, record in script.records.items():
            caught = script.catches(section) if "raises" not in script.header and section in script.sections else 0
            if (script.name, section) in NO_MESSAGES:
                continue
            for message in NAMED.split(record)[1:] or [record] * (caught > 0):
                if not any(tells(words, message) for words in known):
                    yield f"{script}: section {section!r} prints a message without an entry: {message.strip()!r}"
            told = [line for line in record.splitlines() if any(tells(words, line) for words in known)]
            if caught > 1 and len(told) < caught:
                yield f"{script}: section {section!r} catches {caught} messages, and entries have {len(told)} of them"
    for page in book.pages.values():
        for name, message in asked(page):
            if not any(tells(words, message) for words in known):
                yield f"{page}: question {name!r} has an answer that raises, without an entry: {message.strip()!r}"


def check_glossary(book: Handbook) -> Iterator[str]:
    """Each term and each abbreviation is explained, once."""
    kinds = {"docs/reference/glossary.md": r"^(?!:)(\S.*)\n:   ?(.*)$", "snippets/glossary.md": r"^\*\[(.+)\]:(.*)$"}
    for name, pattern in kinds.items():
        seen = set()
        text = (book.root / name).read_text(encoding="utf-8") if (book.root / name).is_file() else ""
        for match in re.finditer(pattern, text, re.M):
            line = f"{name}:{text.count(chr(10), 0, match.start()) + 1}"
            if not match[2].strip():
                yield f"{line}: {match[1]!r} is not explained"
            if match[1].lower() in seen:
                yield f"{line}: {match[1]!r} comes twice"
            seen.add(match[1].lower())


def check_mentions(book: Handbook) -> Iterator[str]:
    """Files, targets of make and versions that guides and pages name are there; a guide holds no Python."""
    targets = re.findall(r"^([a-z]+):", (book.root / "Makefile").read_text(encoding="utf-8"), re.M)
    pins = [spec for spec in book.requirements if spec.startswith("torch")]
    named = r"(?<![\w/.-])(?:examples|handbook|hooks|snippets(?!/ver)|docs|\.github)/[\w./-]*"
    for path in [*guides(book), book.root / "Makefile", *(page.path for page in book.pages.values())]:
        name = path.relative_to(book.root).as_posix()
        text = re.sub(r'^ *--8<-- ".*"$', "", path.read_text(encoding="utf-8"), flags=re.M)
        if path in guides(book):
            for link in re.findall(r"\]\((?!https?:)([^)#]+)", text):
                if not path.parent.joinpath(link).exists():
                    yield f"{name}: a link to {link}, which does not exist"
            if re.search(r"^\s*(```|~~~)\s*\{?\s*\.?py", text, re.M):
                yield f"{name}: holds Python that no test runs"
        for file in re.findall(named, text):
            if not (book.root / file).exists():
                yield f"{name}: names {file}, which does not exist"
        for target in re.findall(r"(?:`|\$ )make ([\w-]+)", text):
            if target not in targets:
                yield f"{name}: the Makefile has no {target}"
        for pin in re.findall(r'"(torch(?:vision)?>=[^"]*)"', text):
            if pin not in pins:
                yield f"{name}: {pin} is not what pyproject.toml says"


def check_guides(book: Handbook) -> Iterator[str]:
    """What README.md and examples/README.md say about words, numbers and devices is so."""
    readme, examples = ((book.root / name).read_text(encoding="utf-8") for name in ("README.md", "examples/README.md"))
    table = examples.partition("| `# handbook:` |")[2].partition("\n\n")[0]
    cells = " ".join(re.findall(r"^\| (.+?) \|", table, re.M))
    words = {word for code in re.findall(r"`(.+?)`", cells) for word in re.findall(r"(\w+)(?:=\S+)?", code)}
    if words != {*WORDS, *PAIRS}:
        yield f"examples/README.md: words of the header: {sorted(words ^ {*WORDS, *PAIRS})} are not in both"
    said = re.search(r"within (\S+) \+ (\S+) of the value", readme)
    if not said or (float(said[1]), float(said[2])) != (Tolerance.atol, Tolerance.rtol):
        yield f"README.md: the tolerance is {Tolerance.atol} + {Tolerance.rtol} of the value"
    said = re.search(r"Not run yet: ([\w ]+) \(no page claims", readme)
    unclaimed = {*re.findall(r"[A-Z]{3,}", said[1] if said else "")}
    bare = {DEVICES[device] for device in DEVICES if not (book.root / f"snippets/verified/{device}.json").is_file()}
    if unclaimed != bare:
        yield f"README.md: says that no page claims {sorted(unclaimed)}; without a record are {sorted(bare)}"


CHECKS = [
    check_figures,
    check_versions,
    check_names,
    check_commands,
    check_errors,
    check_messages,
    check_glossary,
    check_mentions,
    check_guides,
]
