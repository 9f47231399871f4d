"""Check without_kin: python check.py [FILE]."""

import sys
from pathlib import Path
from types import ModuleType

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import expect, main

FAMILIES = ["pilot", "pilot", "clock", "heart", "snail", "heart"]


def check(module: ModuleType) -> None:
    given = [0, 2, 4]
    got = module.without_kin(given, [1, 3], FAMILIES)
    expect(
        f"without_kin([0, 2, 4], [1, 3], {FAMILIES})",
        got,
        [2, 4],
        "picture 0 is a pilot, as picture 1 of the test is: compare families[index]",
    )
    expect(
        "training after without_kin(training, [1, 3], families)",
        given,
        [0, 2, 4],
        "make a new list, and leave the one that was given as it is",
    )
    expect(
        f"without_kin([4, 2, 0], [3, 5], {FAMILIES})",
        module.without_kin([4, 2, 0], [3, 5], FAMILIES),
        [4, 2, 0],
        "the order stays that of training",
    )


if __name__ == "__main__":
    main(
        check,
        hints=(
            "Make a set of the families of the test first. Then a list comprehension "
            "over training keeps the indices whose family is not in that set."
        ),
        right=(
            "Relatives were taken out, the order and the given list were kept. Next: "
            "say what this does to a split whose test has a picture of every family."
        ),
    )
