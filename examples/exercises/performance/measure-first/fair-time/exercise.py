"""Time a function on a device that works in the background."""

from collections.abc import Callable


def fair_time(
    function: Callable[[], object],
    clock: Callable[[], float],
    synchronize: Callable[[], None],
    warmup: int,
    repeats: int,
) -> float:
    """Call function warmup times unmeasured, then measure repeats single calls; return the median of their times.

    clock() returns the time now. function() may return before its work is done; synchronize() waits for all work.
    There may be unfinished work already when fair_time is called.

    Hints: synchronize has a place before the clock starts and one before it stops. statistics.median takes a list.
    """
