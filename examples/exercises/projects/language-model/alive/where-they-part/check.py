"""Check same_for: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

sys.path.insert(0, str(Path(__file__).resolve().parents[4]))
from checking import cases, expect, main

ASKED = [
    (
        [5, 7, 9, 2],
        [5, 7, 8, 2],
        2,
        "5 and 7 come first; what is the same again after they part is luck",
    ),
    ([5, 7], [5, 7, 8], 2, "one text ends before they part"),
    ([5, 7, 8], [5, 7], 2, "one text ends before they part"),
    ([], [4], 0, "an empty text has nothing in common with another"),
    ([3, 3, 4], [3, 3, 4], 3, "two texts that are the same have all in common"),
]


def check(module: ModuleType) -> None:
    for ours, theirs, want, hint in ASKED:
        got = module.same_for([*ours], [*theirs])
        expect(f"same_for({ours}, {theirs})", got, want, hint)
    for _ in cases(range(3)):
        ours = [random.randrange(512) for _ in range(6)]
        place = random.randrange(4, 6)
        theirs = [*ours[:place], ours[place] + 1, *ours[place + 1 :]]
        call = f"same_for({ours}, {theirs})"
        expect(
            call, module.same_for([*ours], theirs), place, "count on until they part"
        )


if __name__ == "__main__":
    main(
        check,
        hints=(
            "`zip` goes through both at once, as far as the shorter one. Leave the "
            "loop at the first two tokens that differ."
        ),
        right=(
            "Shorter, empty and equal texts were right. Next: compare a greedy text "
            "with one at a temperature of 0.1, and see where they part."
        ),
    )
