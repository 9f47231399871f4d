"""Stops the clock before the work is done."""

# hint: wait with synchronize before the clock stops
import statistics
from collections.abc import Callable


def fair_time(
    function: Callable[[], object],
    clock: Callable[[], float],
    synchronize: Callable[[], None],
    warmup: int,
    repeats: int,
) -> float:
    for _ in range(warmup):
        function()
    times = []
    for _ in range(repeats):
        synchronize()
        start = clock()
        function()
        times.append(clock() - start)
    return statistics.median(times)
