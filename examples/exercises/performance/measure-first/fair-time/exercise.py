"""Time a function on a device that works in the background."""

from collections.abc import Callable


def fair_time(
    function: Callable[[], object],
    clock: Callable[[], float],
    synchronize: Callable[[], None],
    warmup: int,
    repeats: int,
) -> float:
    """Return the median time of a call of function.

    First call it warmup times unmeasured, then measure repeats calls, each by itself.
    clock() returns the time now. function() may return before its work is done;
    synchronize() waits for all work. There may be unfinished work already when
    fair_time is called.
    """
