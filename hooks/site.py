"""The edge to MkDocs: what it calls. Pages are assembled and the site is finished by the package handbook."""

import html
import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from mkdocs.exceptions import PluginError
from mkdocs.plugins import event_priority
from mkdocs.structure.files import File

from handbook import Handbook, markup
from handbook.assembly import Assembly
from handbook.downloads import notebook
from handbook.finish import finish, write


def on_config(config):
    book, assembly = Handbook(Path(config.config_file_path).parent), Assembly(config.repo_url or "")
    config.extra |= {"book": book, "assembly": assembly, "started": time.time()}
    config.markdown_extensions += [assembly, markup.Markup()]
    fences = config.mdx_configs.setdefault("pymdownx.superfences", {}).setdefault("custom_fences", [])
    fences += markup.fences(book.root)


def on_pre_build(config):
    """What would end in a traceback stops the build with its place."""
    if faults := [fault for page in config.extra["book"].pages.values() for fault in page.faults]:
        raise PluginError("\n".join(faults))


@event_priority(100)  # before mkdocs-jupyter looks for notebooks, as files
def on_files(files, config):
    pages, folder = config.extra["book"].pages, config.extra["book"].root / ".cache/notebooks"
    config.extra["assembly"].directories = config.use_directory_urls
    for name, page in pages.items():
        if page.matter.get("notebook"):
            write(folder / f"{name}-notebook.ipynb", notebook(page))
            files.append(File(f"{name}-notebook.ipynb", str(folder), config.site_dir, config.use_directory_urls))
    for file in files.documentation_pages():  # for mkdocs serve --dirty, which looks at the age of the page alone
        page, html = pages.get(file.src_uri.removesuffix(".md")), file.abs_dest_path
        if page and os.path.exists(html) and page.changed > os.path.getmtime(html):
            os.utime(html, (0, 0))


def on_nav(nav, config, files):
    for page in nav.pages:
        if not page.file.is_modified():  # so it is not read, and has no title
            page.title = config.extra["book"].pages[page.file.src_uri.removesuffix(".md")].title


def on_page_markdown(markdown, page, config, files):
    pages, name = config.extra["book"].pages, page.file.src_uri.removesuffix(".md")
    config.extra["assembly"].page = pages.get(name)
    shown = pages[name.removesuffix("-notebook.ipynb")]
    page.meta["description"] = html.escape(shown.description)
    if shown.name != name:
        page.meta["title"] = f"{shown.title}: notebook"
        page.canonical_url = (page.canonical_url or "").replace("-notebook/", "/")


def on_post_build(config):
    """The policy would stop the script that `mkdocs serve` adds, and a page opened from disk, which has no origin."""
    book, assembly, started = (config.extra[name] for name in ("book", "assembly", "started"))
    policy = "serve" not in sys.argv and config.use_directory_urls
    finish(book, Path(config.site_dir), assembly, config.site_url or "", policy, since=started)
