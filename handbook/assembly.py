"""What a page gets above, between and below its prose: Markdown in, Markdown out."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence
from urllib.parse import urlencode

from markdown import Extension, Markdown
from markdown.postprocessors import Postprocessor
from markdown.preprocessors import Preprocessor

from . import downloads, marks, markup, tables, wall
from .book import Handbook
from .pages import EXERCISE, Page
from .scripts import DEVICES, Broken, Script, drawn_in

CODE = re.compile(
    r'^(?P<indent> *)```python(?: since="(?P<since>[\w-]+)")?\n'
    r' *--8<-- "examples/(?P<script>(?!exercises/)[^":]+)\.py:(?P<section>[\w-]+)"\n *```$'
    r"(?:\n\n```notes\n(?P<notes>(?:.+\n)+?)```$)?",
    re.M,
)
STARTER = re.compile(r'^( *)```python\n *--8<-- "examples/exercises/([\w/-]+)/exercise\.py"\n *```$', re.M)
QUIZ = re.compile(r"^```quiz\n([\w-]+)\n```$", re.M)
SLIDES = re.compile(r"<!-- slides: (\d+) -->")
DOWNLOAD = re.compile(r"<!-- download: (\S+) -->")
RUN = "\n## Run it yourself\n"  # where a page has this heading, or at its end
COLUMN = 88  # characters that fit into a block
OPENING = {"": "", "raises": " .raises", "repair": ' .repair title="Repair"'}


class Assembly(Extension):
    """What a handbook adds to Markdown: it assembles the page that it is told of, and knows formulas."""

    def __init__(self, book: Handbook, repository: str = "", directories: bool = True):
        super().__init__()
        self.book, self.repository, self.directories = book, repository, directories
        self.page: Page | None = None

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802
        md.preprocessors.register(Assemble(md, self), "handbook", 50)  # before the includes, at 32
        md.postprocessors.register(markup.Formulas(md), "formulas", -10)
        md.postprocessors.register(Marks(md, self.book), "marks", -11)

    def begin(self, file: str) -> None:
        """The page of this file is converted next; it may be none of the handbook's."""
        self.page = self.book.pages.get(file.removesuffix(".md"))

    def assembled(self, page: Page, markdown: str) -> str:
        """The page with its facts, tables, outputs and downloads."""
        head = f"# {page.heading}\n"
        markdown = QUIZ.sub(lambda match: question(page, match[1]), with_outputs(page, markdown))
        markdown = STARTER.sub(lambda match: with_hints(page, match), EXERCISE.sub(with_anchor, markdown))
        markdown = DOWNLOAD.sub(lambda match: self.download(page, match[1]), markdown)
        markdown = wall.shown(self.book, page, markdown, lambda there, anchor: self.link(page, there, anchor))
        markdown = SLIDES.sub(lambda match: self.slides(page, match[1]), markdown)
        markdown = markdown.replace("\n## Exercises\n", f"\n## Exercises\n\n{self.exercises(page)}", 1)
        before, _, after = tables.fill(self.book, markdown).partition(head)
        after = after if RUN in after else f"{after}\n{RUN}"
        return before + head + top(page) + after.replace(RUN, self.bottom(page))

    def address(self, page: Page, file: str) -> str:
        """A file of the site as the page's HTML has to name it."""
        name = page.name.removesuffix("index").rstrip("/")
        folder = name if self.directories else posixpath.dirname(page.name)
        return posixpath.relpath(file, folder or ".")

    def link(self, page: Page, there: Page, anchor: str) -> str:
        """Another page, or a heading of it, as the page's HTML has to name it."""
        file = f"{there.name}/" if self.directories else self.html(there)
        folder = "/" * file.endswith("/")
        return self.address(page, file) + folder + f"#{anchor}" * bool(anchor)

    def html(self, page: Page) -> str:
        """The file of the site that shows the page."""
        directory = self.directories and page.name.rpartition("/")[2] != "index"
        return f"{page.name}/index.html" if directory else f"{page.name}.html"

    def bottom(self, page: Page) -> str:
        """How to run what it shows, what that was verified on, and the page as Markdown."""
        same = f'<p class="verified"><a href="{self.address(page, f"{page.name}.md")}">This page as Markdown</a></p>\n'
        if not page.scripts:
            return same
        verified = f"{tables.verified_line(page.book, page.scripts)}\n{{ .verified }}\n"
        return "\n".join([RUN, *self.ways_to_run(page), verified, same])

    def ways_to_run(self, page: Page) -> Iterator[str]:
        """Each script, or all in one archive; the page as a notebook; where to edit it."""
        scripts = page.scripts
        if downloads.come_together(scripts):
            runnable = [command(script, "uv run", script) for script in scripts if runs(script)]
            commands = "\n".join(runnable[:8])
            needs = sorted({package for script in scripts for package in downloads.dependencies(page.book, script)})
            packages = f"`pip install {downloads.installed(needs)}`"
            alone = (
                f"Unpacked, each runs by itself{', for example' * (len(runnable) > 8)}:"
                f"\n\n```bash\n{commands}\n```\n\nWithout uv: {packages}, then `python`."
            )
            told = alone if commands else f"They need {packages}."
            yield f"{self.download(page, f'{page.name}.zip')}: all scripts of this page, with what they need. {told}\n"
        else:
            yield from (self.alone(page, script) for script in scripts)
        yield (
            f"{self.download(page, f'{page.name}.ipynb')}: the page as a notebook with its outputs, its files and its "
            f"exercises, for Jupyter, Colab and Kaggle.{self.opened(page)}\n"
        )
        if page.matter.get("notebook"):
            yield f"The [notebook as a page]({page.path.stem}-notebook.ipynb).\n"
        if self.repository:
            body = f"Page: {page}, checked with torch {page.book.torch}\nMy torch, Python and system: "
            form = urlencode({"title": f"{page.name}: ", "body": body})
            yield (
                f"[Edit this page]({self.repository}/edit/main/{page}) · "
                f"[Report a problem]({self.repository}/issues/new?{form})\n"
            )

    def opened(self, page: Page) -> str:
        """Links that open the notebook elsewhere, from the branch that the published pages have for it."""
        if not self.repository.startswith("https://github.com/"):
            return ""
        there = f"{self.repository.rstrip('/')}/blob/notebooks/{page.name}.ipynb"
        colab = there.replace("https://", "https://colab.research.google.com/").replace("/github.com/", "/github/")
        return f" [Open in Colab]({colab}) · [Open in Kaggle](https://www.kaggle.com/kernels/welcome?src={there})"

    def exercises(self, page: Page) -> str:
        """Where the exercises of a page are to be had without a clone of the repository."""
        if not page.exercises:
            return ""
        archive = self.download(page, downloads.zip_of_exercises(page))
        return f"{archive} and unpack it; a clone of the repository has the same. There the commands below work.\n"

    def download(self, page: Page, file: str) -> str:
        return f'<a download href="{self.address(page, file)}">Download {posixpath.basename(file)}</a>'

    def slides(self, page: Page, number: str) -> str:
        return f'<a href="{self.address(page, f"{page.name}-{number}.html")}">Slides of session {number}</a>'

    def alone(self, page: Page, script: Script) -> str:
        """One script to run in a clone, to copy and to download."""
        copied = self.address(page, f"{script.name}.py")
        return (
            f"`{command(script, 'python', script)}` · {self.download(page, f'{script.name}.py')} · "
            f'<button class="copy-script" data-script="{copied}" hidden>Copy the whole script</button>\n\n'
            f"{downloaded(page, script)}"
        )


class Assemble(Preprocessor):
    def __init__(self, md: Markdown, assembly: Assembly):
        super().__init__(md)
        self.assembly = assembly

    def run(self, lines: list[str]) -> list[str]:
        page = self.assembly.page
        return self.assembly.assembled(page, "\n".join(lines)).split("\n") if page else lines


class Marks(Postprocessor):
    def __init__(self, md: Markdown, book: Handbook):
        super().__init__(md)
        self.book = book

    def run(self, text: str) -> str:
        return marks.marked(text, self.book.script)


def top(page: Page) -> str:
    """Level, time, requirements and objectives, from the front matter."""
    if "level" not in page.matter:
        return ""
    facts = [f"*{page.matter['level'].capitalize()}*", f"*{page.matter['minutes']} minutes*"]
    for part, names in page.book.parts.items():
        if page.name in names:
            facts.insert(0, f"*{part}, {names.index(page.name) + 1} of {len(names)}*")
    if number := len(page.exercises):
        facts.append(f"*{number} exercise{'s' * (number > 1)}*")
    depth = "../" * page.name.count("/")
    if required := [f"[{page.book.pages[name].title}]({depth}{name}.md)" for name in page.requires]:
        facts.append("comes after " + ", ".join(required))
    objectives = "\n".join(f"- {objective}" for objective in page.matter["objectives"])
    told = f"**By the end you can**\n\n{objectives}"
    return f'\n{" ".join(facts)}\n{{ .facts }}\n\n<div class="objectives" markdown>\n{told}\n\n</div>\n'


def runs(script: Script) -> bool:
    """Whether it does something when it is run, and is no module for other scripts."""
    return bool(script.records) or bool(drawn_in(script.figures))


def command(script: Script, start: str, path: object) -> str:
    """How to run it: with the arguments whose output the page shows, by torchrun if it needs several processes."""
    if ranks := script.header.get("nproc"):
        start = f"torchrun --standalone --nproc-per-node={ranks}"
    what = f"{path} {script.header.get('args', '')}".strip()
    return f"{start} {what}" if len(f"{start} {what}") <= COLUMN else f"{start} \\\n    {what}"


def downloaded(page: Page, script: Script) -> str:
    """How to run a downloaded script, with uv if that can start it, and without."""
    file, needs = script.path.name, downloads.dependencies(page.book, script)
    lines = f"```bash\npip install {downloads.installed(needs)}\n{command(script, 'python', file)}\n```\n"
    if "nproc" in script.header:
        return lines
    return f"```bash\nuv run {file}\n```\n\nWithout uv:\n\n{lines}"


def with_outputs(page: Page, text: str) -> str:
    """The page with what each section printed right below its code."""

    def add(match: re.Match) -> str:
        script, section = page.book.script(match["script"]), match["section"]
        heading = text[: match.start()].rpartition("\n## ")[2].partition("\n")[0]
        kind = cue(script, section, heading)
        printed, notes = output(script, section, kind), (match["notes"] or "").splitlines()
        opening = f"```{{ .python{' .printed' * bool(printed)}{OPENING[kind]}{about(script, match, notes)} }}"
        code = re.sub("```python.*", opening, match[0].partition("\n\n```notes")[0], count=1)
        told = ["", '<div class="notes" markdown>', "", marks.as_list(notes), "", "</div>"] if notes else []
        below = (line and match["indent"] + line for line in printed)
        return "\n".join([code, *([""] * bool(printed)), *below, *told])

    return CODE.sub(add, text)


def about(script: Script, block: re.Match, notes: Sequence[str]) -> str:
    """What the HTML of a block is told for marks.marked: script, section, since which one, lines with notes."""
    section, since = block["section"], block["since"] or ""
    if not (notes or since) or not script.path.is_file() or section not in script.sections:
        return ""
    if since and since not in script.sections:
        raise Broken(f"{script}:1: no section {since!r}, which its page compares with {section!r}")
    if since and not any(marks.changed(script.code(since), script.code(section))):
        raise Broken(f"{script}:{script.sections[section].start}: nothing changed since {since!r}")
    numbers = ".".join(map(str, marks.noted(script, section, notes)))
    return f' data-lines="{script.name}:{section}:{since}:{numbers}"'


def question(page: Page, name: str) -> str:
    """What is asked, the code, and the answers to choose from."""
    asked = page.questions[name]
    return (
        f'<div class="quiz" markdown>\n\n**{asked.ask}**\n\n```python\n{asked.code}```\n\n'
        f"```answers\n{page.name}:{name}\n```\n\n</div>"
    )


def with_anchor(exercise: re.Match) -> str:
    """The title of an exercise as a place that links can lead to, with the box to tick."""
    bold, anchor = exercise["bold"], tables.anchor(exercise["name"])
    return exercise[0].replace(bold, f"{tables.box(exercise['name'], exercise['title'])} {bold}{{ #{anchor} }}", 1)


def with_hints(page: Page, starter: re.Match) -> str:
    """The code of an exercise, and its hints in a fold."""
    hints = page.hints(starter[2])
    return starter[0] + f'\n\n{starter[1]}??? tip "Hints"\n{starter[1]}    {hints}' * bool(hints)


def cue(script: Script, section: str, heading: str) -> str:
    """What the block is there to show, under "Break it" and among the errors: "raises", "repair" or neither."""
    if not script.path.is_file() or section not in script.sections:
        return ""  # what includes it says so
    if heading != "Break it" and not re.fullmatch(r"errors/.+/(error|fix)", script.name):
        return ""
    return "repair" if section.startswith(("fix", "repair")) else "raises" if script.raises(section) else ""


def output(script: Script, section: str, kind: str = "") -> list[str]:
    """The block below the code of a section: its record, or that there is none of the one device it is for."""
    if not script.path.is_file() or section not in script.sections:
        return []  # what includes it says so
    device = script.only or "cpu"
    stamp = script.stamp(device)
    stale = not (stamp and stamp["current"])
    if device != "cpu" and stale:
        if "print" not in script.code(section):
            return []
        when = f"Changed since {stamp['date']}" if stamp else f"Not recorded yet on {DEVICES[device]}"
        return [f"{when}: `make record DEVICE={device}` records it on such a machine."]
    if section not in script.records:
        return []
    lines = script.records[section].splitlines()
    if section.startswith("matrix") and not stale:
        return ["```matrix", *lines, "```"]
    long = any(len(line) > 90 and "  " not in line.strip() for line in lines)  # a sentence, and no table
    classes = (" .wrap" if long or kind == "raises" else "") + (f" .{kind}" if kind else "")
    titles = ["Raises"] if kind == "raises" else []
    titles += ["On the recording machine"] if section.startswith("machine") else []
    titles = ["Before the code changed: make record prints it anew"] if stale else titles
    title = f' title="{" · ".join(titles)}"' if titles else ""
    return [f"```{{ .text .output{classes}{title} }}", *lines, "```"]
