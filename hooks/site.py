"""MkDocs calls these functions; what they do lives in the modules beside this one."""

from __future__ import annotations

import html
import logging
import re
from pathlib import Path
from urllib.parse import urlencode

import downloads
import markup
import pages
import tables
import theme
import twins
from mkdocs.exceptions import PluginError
from mkdocs.plugins import event_priority
from mkdocs.structure.files import File
from mkdocs.utils import get_relative_url
from scripts import Broken, Script, first, pinned_torch

ROOT = Path(__file__).parents[1]  # of the handbook being built
NOTEBOOKS = ("projects/mnist",)  # pages that also come as a notebook
log = logging.getLogger("mkdocs.hooks.site")
serving = False  # mkdocs serve adds a script of its own to each page
on_disk = False  # pages that are opened as files, where a browser knows no origin
characters: set[str] = set()  # that formulas use
styles: set[str] = set()  # that mkdocs-jupyter writes into each notebook page
markdowns: dict[str, str] = {}  # docs/<page>.md, as the reader sees it


def on_startup(command, dirty):
    global serving
    serving = command == "serve"


def on_config(config):
    global ROOT, on_disk
    on_disk = "material/offline" in config.plugins
    ROOT = Path(config.config_file_path).parent
    markup.FIGURES = ROOT / "snippets/figures"
    config.markdown_extensions.append(markup.Markup())
    fences = config.mdx_configs.setdefault("pymdownx.superfences", {}).setdefault("custom_fences", [])
    fences += [{"name": name, "class": name, "format": getattr(markup, name)} for name in ("flow", "figure")]
    markdowns.clear()
    characters.clear()
    styles.clear()
    return config


def on_pre_build(config):
    """Front matter at fault stops the build with the name of its page."""
    try:
        for page in sorted((ROOT / "docs").glob("**/*.md")):
            pages.front_matter(page)
    except Broken as error:
        raise PluginError(str(error)) from None


def scripts_of(page: str) -> list[Script]:
    """The scripts of docs/<page>.md, in the order in which it shows them."""
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    names = dict.fromkeys(re.findall(r'--8<-- "examples/(?!exercises/)([^":]+)\.py:', text))
    return [Script(ROOT, name) for name in names]


@event_priority(100)  # before mkdocs-jupyter looks for notebooks
def on_files(files, config):
    for file in list(files.documentation_pages()):
        page = file.src_uri.removesuffix(".md")
        scripts, cached = scripts_of(page), None
        if page in NOTEBOOKS and scripts:
            cached = ROOT / ".cache" / "notebooks" / f"{page}-notebook.ipynb"
            cached.parent.mkdir(parents=True, exist_ok=True)
            cached.write_text(downloads.notebook(ROOT, f"docs/{page}.md"), encoding="utf-8")
            source = str(ROOT / ".cache/notebooks")
            files.append(File(f"{page}-notebook.ipynb", source, config.site_dir, config.use_directory_urls))
        if downloads.come_together(scripts):
            files.append(File.generated(config, f"{page}.zip", content=downloads.zipped(scripts, cached)))
        else:
            for script in scripts:
                files.append(File.generated(config, f"{script.name}.py", content=downloads.standalone(script)))
        if downloads.fits_a_notebook(scripts):
            files.append(File.generated(config, f"{page}.ipynb", content=downloads.notebook(ROOT, f"docs/{page}.md")))
    return files


def title(page: str) -> str:
    return first(r"^# ([^\n]+)$", ROOT / "docs" / page)


def top(page: str, meta: dict) -> str:
    """Level, time, requirements and objectives, from the front matter."""
    if "level" not in meta:
        return ""
    facts = [meta["level"].capitalize(), f"{meta['minutes']} minutes"]
    depth = "../" * page.count("/")
    required = [f"[{title(other)}]({depth}{other})" for other in meta.get("requires") or []]
    if required:
        facts.append("after " + ", ".join(required))
    objectives = "\n".join(f"- {objective}" for objective in meta["objectives"])
    return f"\n{' · '.join(facts)}\n{{ .facts }}\n\n**By the end you can**\n\n{objectives}\n"


def runs(script: Script) -> bool:
    """Whether it does something when it is run, and is no module for other scripts."""
    return bool(script.records) or any(script.figures.glob("*.svg"))


def command(script: Script, start: str, path: object) -> str:
    """How to run it: with the arguments whose output the page shows, by torchrun if it needs several processes."""
    if ranks := script.header.get("nproc"):
        start = f"torchrun --standalone --nproc-per-node={ranks}"
    return f"{start} {path} {script.header.get('args', '')}".strip()


def bottom(page: str, url: str, config) -> str:
    """Each script to copy, download and run, and what it was verified on."""
    scripts = scripts_of(page)
    if not scripts:
        return ""
    depth, name, rows = "../" * page.count("/"), page.rpartition("/")[2], []
    if downloads.come_together(scripts):
        commands = "\n".join([command(script, "uv run", script) for script in scripts if runs(script)][:8])
        rows.append(
            f"[Download {name}.zip]({name}.zip){{ download }}: all scripts of this page, with what they need. "
            "Unpacked, each runs by itself:\n\n"
            f"```bash\n{commands}\n```\n"
        )
    else:
        for script in scripts:
            file = script.path.name
            needs = " ".join(f'"{spec}"' for spec in downloads.dependencies(script))
            line = f"uv run {file}    # or: pip install {needs}; {command(script, 'python', file)}"
            if "nproc" in script.header:
                line = f"pip install {needs}; {command(script, 'python', file)}"
            rows.append(
                f"`{command(script, 'python', script)}` · [Download {file}]({depth}{script.name}.py){{ download }} · "
                f'<button class="copy-script" data-script="{get_relative_url(script.name + ".py", url)}" hidden>'
                "Copy the whole script</button>\n\n"
                f"```bash\n{line}\n```\n"
            )
    if downloads.fits_a_notebook(scripts):
        rows.append(f"[Download {name}.ipynb]({name}.ipynb){{ download }}: the page as a notebook with its outputs.\n")
    if page in NOTEBOOKS:
        rows.append(f"The same as a [notebook with its outputs]({name}-notebook.ipynb).\n")
    if repository := config.extra.get("repository"):
        body = f"Page: docs/{page}.md, checked with torch {pinned_torch(ROOT)}\nMy torch, Python and system: "
        form = urlencode({"title": f"{page}: ", "body": body})
        rows.append(
            f"[Edit this page]({repository}/edit/main/docs/{page}.md) · "
            f"[Report a problem]({repository}/issues/new?{form})\n"
        )
    return "\n\n## Run it yourself\n\n" + "\n".join(rows) + f"\n{tables.verified_line(scripts)}\n{{ .verified }}\n"


def on_page_markdown(markdown, page, config, files):
    name = page.file.src_uri.removesuffix(".md")
    if page.file.src_uri.endswith(".ipynb"):
        page.meta["search"] = {"exclude": True}
        return markdown
    markdown = tables.fill(ROOT, pages.with_outputs(ROOT, markdown))
    head = f"# {title(page.file.src_uri)}\n"
    before, _, after = markdown.partition(head)
    markdown = before + head + top(name, page.meta) + after + bottom(name, page.url, config)
    markdowns[name] = twins.twin(ROOT, markdown)
    same = get_relative_url(page.file.src_uri, page.url)
    return f'{markdown}\n<p class="verified"><a href="{same}">This page as Markdown</a></p>\n'


def on_page_content(content, page, config, files):
    """No formula without its characters in the font; no code block that no test could recognise as Python."""
    for formula in re.findall(r"<math.*?</math>", content, re.S):
        characters.update(html.unescape(re.sub(r"<[^>]+>", "", formula)))
    if page.file.src_uri.endswith(".md"):
        named = sum(fence.language == "text" for fence in pages.fences(page.file.src_uri, page.markdown))
        if content.count('class="language-text highlight"') > named:
            log.warning("%s: a code block without a language", page.file.src_uri)
    if page.file.src_uri.endswith(".ipynb"):
        styles.update(re.findall(r"<style[^>]*>(.*?)</style>", content, re.S))
        sheet = get_relative_url("assets/notebook.css", page.url)
        content = f'<link rel="stylesheet" href="{sheet}">' + re.sub(r"<style.*?</style>", "", content, flags=re.S)
        scrolls = 'tabindex="0" role="group" aria-label'
        content = content.replace('<div class="highlight-ipynb', f'<div {scrolls}="Code" class="highlight-ipynb')
        content = content.replace('<div class="highlight"><pre>', f'<div class="highlight"><pre {scrolls}="Code">')
        content = content.replace('<div class="jp-RenderedText', f'<div {scrolls}="Output" class="jp-RenderedText')
    return content


def finished(output: str) -> str:
    output = theme.compact(theme.accessible(output))
    return output if serving or on_disk else theme.secured(output)


def on_post_page(output, page, config):
    if "<math" in output and not on_disk:
        font = get_relative_url("assets/math.woff2", page.url)
        preload = f'<link rel="preload" href="{font}" as="font" type="font/woff2" crossorigin>'
        output = output.replace("</head>", preload + "</head>", 1)
    return finished(output)


def on_post_template(output_content, template_name, config):
    return finished(output_content)


def on_post_build(config):
    site = Path(config.site_dir)
    for name, markdown in markdowns.items():
        (site / f"{name}.md").write_text(markdown, encoding="utf-8")
    (site / "llms.txt").write_text(twins.index(ROOT, config), encoding="utf-8")
    markup.write_math_font(ROOT, characters, site / "assets/math.woff2")
    if styles:
        (site / "assets/notebook.css").write_text("\n".join(sorted(styles)), encoding="utf-8")
