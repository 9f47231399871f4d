"""Say how far two texts are the same."""


def same_for(ours: list[int], theirs: list[int]) -> int:
    """Return how many tokens the two have in common before they part.

    Tokens that are the same again later do not count. One text may be shorter than
    the other, or empty.
    """
