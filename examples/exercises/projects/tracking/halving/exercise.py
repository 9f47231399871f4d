"""Give more epochs to the better half, again and again."""

from collections.abc import Callable


def halving(
    settings: list[float], score: Callable[[float, int], float], epochs: int = 1
) -> float:
    """Return the setting that is left.

    Score each setting with score(setting, epochs), keep the better half (of 5 settings
    the best 2), double the epochs, and go on until one is left. Each round scores each
    setting once. The given list stays as it is.
    """
