"""All nats, as bits, over all characters."""

import math
from collections.abc import Callable


def bits_per_character(
    loss: float, texts: list[str], encode: Callable[[str], list[int]]
) -> float:
    pieces = sum(len(encode(text)) for text in texts)
    characters = sum(len(text) for text in texts)
    return loss * pieces / math.log(2) / characters
