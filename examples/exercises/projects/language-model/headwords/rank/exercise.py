"""At which place the right answer stands."""


def rank_of_right(bits: list[float]) -> int:
    """Return the place of the first candidate when all are sorted by their bits.

    Fewer bits are better, and the best has place 1. Of candidates with as many bits as
    the first, each stands before it.
    """
