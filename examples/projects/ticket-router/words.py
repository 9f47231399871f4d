"""Turn texts into bags of word numbers."""

# --8<-- [start:words]
import re
from collections.abc import Iterable

import torch

WORD = re.compile(r"\w+|[^\w\s]")


def words(text: str) -> list[str]:
    return WORD.findall(text.lower())


def vocabulary(texts: Iterable[str]) -> dict[str, int]:
    """Number the words of the texts, in alphabetical order."""
    return {
        word: number
        for number, word in enumerate(
            sorted({word for text in texts for word in words(text)})
        )
    }


def bags(
    texts: list[str], numbers: dict[str, int]
) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the numbers of all known words, and where in them each text begins."""
    known = [
        [numbers[word] for word in words(text) if word in numbers] for text in texts
    ]
    starts = torch.tensor([0] + [len(bag) for bag in known]).cumsum(dim=0)[:-1]
    return torch.tensor(
        [number for bag in known for number in bag], dtype=torch.int64
    ), starts


# --8<-- [end:words]
