"""Count the pairs before the first that differs."""

from itertools import takewhile


def same_for(ours: list[int], theirs: list[int]) -> int:
    pairs = zip(ours, theirs)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
