"""The edge to MkDocs: what it calls. Pages are assembled and the site is finished by the package handbook."""

import gc
import html
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from mkdocs.exceptions import PluginError
from mkdocs.plugins import event_priority
from mkdocs.structure.files import File

from handbook import Handbook, finish, markup
from handbook.assembly import Assembly


def on_config(config):
    gc.set_threshold(200_000)  # a build makes many objects, of which few are garbage: a seventh of its time
    book = Handbook(Path(config.config_file_path).parent)
    assembly = Assembly(book, config.repo_url or "")
    config.extra |= {"assembly": assembly, "started": time.time()}
    config.markdown_extensions.append(assembly)
    config.mdx_configs["pymdownx.superfences"] = {"custom_fences": markup.fences(book.root)}


@event_priority(100)  # before mkdocs-jupyter looks for notebooks, as files
def on_files(files, config):
    assembly = config.extra["assembly"]
    if assembly.book.faults:
        raise PluginError("\n".join(assembly.book.faults))
    assembly.directories = config.use_directory_urls
    for folder, name in finish.notebooks(assembly.book):
        files.append(File(name, str(folder), config.site_dir, config.use_directory_urls))
    finish.outdate(assembly, Path(config.site_dir))


def on_nav(nav, config, files):
    for page in nav.pages:
        if not page.file.is_modified():  # so it is not read, and has no title
            page.title = config.extra["assembly"].book.pages[page.file.src_uri.removesuffix(".md")].title
    shown = {page.file.src_uri.removesuffix(".md"): page for page in nav.pages}
    for file in files.documentation_pages():
        if file.src_uri.endswith("-notebook.ipynb") and file.page:  # stands beside its page, and has its menu
            file.page.parent = shown[file.src_uri.removesuffix("-notebook.ipynb")].parent


def on_page_markdown(markdown, page, config, files):
    assembly = config.extra["assembly"]
    assembly.begin(page.file.src_uri)
    shown = assembly.book.pages[page.file.src_uri.removesuffix(".md").removesuffix("-notebook.ipynb")]
    page.meta["description"] = html.escape(shown.description)
    if assembly.page is None:
        page.meta["title"] = f"{shown.title}: notebook"
        page.canonical_url = (page.canonical_url or "").replace("-notebook/", "/")


def on_post_build(config):
    """The policy would stop the script that `mkdocs serve` adds, and a page opened from disk, which has no origin."""
    policy = "serve" not in sys.argv and config.use_directory_urls
    finish.finish(
        config.extra["assembly"], Path(config.site_dir), config.site_url or "", policy, config.extra["started"]
    )
