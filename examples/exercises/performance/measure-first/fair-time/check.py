"""Check fair_time: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, expect, main


SET_UP, INTERRUPTED, QUICK = 300, 5000, -3


class Machine:
    """Works in the background; the first calls set up, two later ones are special."""

    def __init__(self, warmup: int, repeats: int) -> None:
        self.launch, self.work = random.uniform(0.1, 1), random.uniform(5, 20)
        self.now, self.ready, self.calls = random.uniform(0, 100), 0.0, 0
        self.warmup, self.total = warmup, warmup + repeats
        self.odd = {}
        if repeats >= 3:
            self.odd = {warmup + 2: INTERRUPTED, warmup + 3: QUICK}
        self.ready = self.now + random.uniform(50, 100)
        self.calls_before_clock: int | None = None

    def clock(self) -> float:
        if self.calls_before_clock is None:
            self.calls_before_clock = self.calls
        return self.now

    def call(self) -> None:
        self.calls += 1
        set_up = SET_UP if self.calls <= self.warmup else 0
        self.now += self.launch
        self.ready = max(self.ready, self.now) + self.work + set_up
        self.ready += self.odd.get(self.calls, 0)

    def synchronize(self) -> None:
        self.now = max(self.now, self.ready)


def hint(got: float, machine: Machine, repeats: int) -> str:
    right = machine.launch + machine.work
    unmeasured = machine.calls_before_clock
    if unmeasured is not None and unmeasured < machine.warmup:
        return (
            "the clock runs during the warm-up calls; make those first, without a clock"
        )
    if abs(got - machine.launch) < 1e-6:
        return (
            "that is the time of the launch alone; "
            "wait with synchronize before the clock stops"
        )
    alone = repeats == 1 or (machine.warmup == 0 and got < right + SET_UP)
    if alone and got > right + 1:
        return (
            "work from before the clock started is counted; "
            "wait with synchronize before it starts"
        )
    return "one call decides; return the median of the measured calls"


def check(module: ModuleType) -> None:
    numbers = [(random.randint(1, 4), 1), (random.randint(1, 4), 5), (0, 3)]
    for warmup, repeats in cases([*numbers, (2, random.choice([7, 9]))]):
        machine = Machine(warmup, repeats)
        call = (
            "fair_time(function, clock, synchronize, "
            f"warmup={warmup}, repeats={repeats})"
        )
        arguments = machine.call, machine.clock, machine.synchronize, warmup, repeats
        got = module.fair_time(*arguments)
        told = "return the median"
        if isinstance(got, float):
            told = hint(got, machine, repeats)
        expect(call, got, machine.launch + machine.work, told)
        if machine.calls != machine.total:
            raise Wrong(
                call,
                expected=f"{machine.total} calls of function",
                got=machine.calls,
                hint=(
                    "warmup calls unmeasured, then repeats measured ones, "
                    "each with a time of its own"
                ),
            )


if __name__ == "__main__":
    main(
        check,
        hints=(
            "Synchronize has a place before the clock starts and one before it stops. "
            "`statistics.median` takes a list."
        ),
        right=(
            "Four machines agree, though each had unfinished work when you came. Next: "
            "return the shortest and the longest time as well, and time a function of "
            "your own."
        ),
    )
