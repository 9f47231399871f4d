"""Count neighbours, and let the order decide between equals."""

from collections import Counter
from itertools import pairwise


def commonest_pair(texts: list[str]) -> tuple[str, str]:
    counts = Counter(pair for text in texts for pair in pairwise(text))
    allowed = [pair for pair in counts if pair[1] != " "]
    return min(allowed, key=lambda pair: (-counts[pair], pair))
