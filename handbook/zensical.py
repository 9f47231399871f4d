"""The extension under Zensical, which tells of itself the page that it renders."""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path

from markdown import Markdown
from zensical.extensions.context import ContextPreprocessor

from . import markup
from .assembly import Assembly
from .book import Handbook

flow, matrix = markup.flow, markup.matrix
figure = partial(markup.figure, Path("snippets/figures"))


book = cache(lambda: Handbook(Path.cwd()))


class ForZensical(Assembly):
    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802
        context = ContextPreprocessor.from_markdown(md)
        if context:
            self.begin(context.page.path)
        super().extendMarkdown(md)


def makeExtension() -> ForZensical:  # noqa: N802
    return ForZensical(book())
