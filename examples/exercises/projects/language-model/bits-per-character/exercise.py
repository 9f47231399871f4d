"""From a loss in nats per piece to bits per character."""

from collections.abc import Callable


def bits_per_character(
    loss: float, texts: list[str], encode: Callable[[str], list[int]]
) -> float:
    """Return how many bits a character of the texts takes.

    loss is the mean over all pieces of all texts, in nats, as F.cross_entropy returns
    it. encode(text) is the list of the pieces of a text; each is one that was guessed.
    """
