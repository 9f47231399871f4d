"""The ratio of each pair first, then the median of the ratios."""

from statistics import median


def speed(seconds: list[float], yardstick: list[float]) -> float:
    return median(one / other for one, other in zip(yardstick, seconds))
