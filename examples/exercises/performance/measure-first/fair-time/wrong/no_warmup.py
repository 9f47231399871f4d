"""Measures from the first call on."""

# hint: the clock runs during the warm-up calls
import statistics
from collections.abc import Callable


def fair_time(
    function: Callable[[], object],
    clock: Callable[[], float],
    synchronize: Callable[[], None],
    warmup: int,
    repeats: int,
) -> float:
    times = []
    for _ in range(warmup + repeats):
        synchronize()
        start = clock()
        function()
        synchronize()
        times.append(clock() - start)
    return statistics.median(times)
