"""Choose a rate from the losses of a finder."""


def choose_rate(rates: list[float], losses: list[float]) -> float:
    """Return a tenth of the rate around which the losses are lowest.

    Single losses jump, so take the mean of each three that follow one another. Where it
    is lowest, the rate in the middle of the three counts. No two means are equal.
    """
