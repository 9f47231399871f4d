"""Find the pair that becomes the next piece."""


def commonest_pair(texts: list[str]) -> tuple[str, str]:
    """Return the two characters that stand beside each other most often.

    Pairs count within a text only, not from one text to the next, and no pair has a
    space for its second character. Of equally common pairs, return the one that comes
    first in the order of the alphabet. There is at least one pair.
    """
