"""The edge to MkDocs: what it calls. Pages are assembled and the site is finished by the package handbook."""

import sys
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
    book = config.extra["book"] = Handbook(Path(config.config_file_path).parent)
    assembly = config.extra["assembly"] = Assembly(repository=config.extra["repository"])
    config.markdown_extensions += [assembly, markup.Markup()]
    fences = config.mdx_configs.setdefault("pymdownx.superfences", {}).setdefault("custom_fences", [])
    fences += markup.fences(book.root)


def on_pre_build(config):
    """What would end in a traceback stops the build with its place."""
    if faults := [fault for page in config.extra["book"].pages.values() for fault in page.faults]:
        raise PluginError("\n".join(faults))


@event_priority(100)  # before mkdocs-jupyter looks for notebooks, as files
def on_files(files, config):
    config.extra["assembly"].directories = config.use_directory_urls
    folder = config.extra["book"].root / ".cache/notebooks"
    for page in config.extra["book"].pages.values():
        if page.matter.get("notebook"):
            write(folder / f"{page.name}-notebook.ipynb", notebook(page))
            file = File(f"{page.name}-notebook.ipynb", str(folder), config.site_dir, config.use_directory_urls)
            files.append(file)


def on_page_markdown(markdown, page, config, files):
    config.extra["assembly"].page = config.extra["book"].pages.get(page.file.src_uri.removesuffix(".md"))
    if page.file.src_uri.endswith(".ipynb"):
        page.meta["search"] = {"exclude": True}


def on_post_build(config):
    """The policy would stop the script that `mkdocs serve` adds, and a page opened from disk, which has no origin."""
    policy = "serve" not in sys.argv and config.use_directory_urls
    finish(config.extra["book"], Path(config.site_dir), config.extra["assembly"], config.site_url or "", policy)
