"""Compare with a yardstick that ran beside each run."""


def speed(seconds: list[float], yardstick: list[float]) -> float:
    """Return how many times the yardstick costs what the entry does.

    seconds[i] and yardstick[i] were measured one after the other. Divide within each
    such pair, and return the median, which one disturbed pair hardly moves.
    """
