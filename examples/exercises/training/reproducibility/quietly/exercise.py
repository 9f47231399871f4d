"""Call a function with a seed, and leave no trace."""

from collections.abc import Callable


def quietly(function: Callable[[], float], seed: int) -> float:
    """Return what function() returns when all three generators start at seed.

    These are Python's, NumPy's and torch's for the CPU. Afterwards all three stand
    where they stood before the call, also if function() raises.
    """
