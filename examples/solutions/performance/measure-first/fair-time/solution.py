"""Wait for old work, start the clock, call, wait for this work, stop the clock."""

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
        synchronize()
        times.append(clock() - start)
    return statistics.median(times)
