"""The extension under Zensical, which tells of itself the page that it renders."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from markdown import Markdown
from zensical.extensions.context import ContextPreprocessor

from . import markup
from .assembly import Assembly
from .book import Handbook

globals().update({fence["name"]: fence["format"] for fence in markup.fences(Path())})  # settings find them by name
book = cache(lambda: Handbook(Path.cwd()))


class ForZensical(Assembly):
    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802
        context = ContextPreprocessor.from_markdown(md)
        if context:
            self.begin(context.page.path)
        super().extendMarkdown(md)


def makeExtension() -> ForZensical:  # noqa: N802
    return ForZensical(book())
