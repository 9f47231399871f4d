"""Check rank_of_right: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

sys.path.insert(0, str(Path(__file__).resolve().parents[4]))
from checking import cases, expect, main


def check(module: ModuleType) -> None:
    got = module.rank_of_right([3.0, 5.0, 1.0, 8.0])
    hint = "one candidate has fewer bits than the first, so that has place 2"
    expect("rank_of_right([3, 5, 1, 8])", got, 2, hint)
    hint = "a tie counts against the first: two stand before it"
    expect(
        "rank_of_right([3, 3, 3, 4])",
        module.rank_of_right([3.0, 3.0, 3.0, 4.0]),
        3,
        hint,
    )
    for _ in cases(range(3)):
        bits = [float(number) for number in random.sample(range(50), 10)]
        want = sorted(bits).index(bits[0]) + 1
        got = module.rank_of_right(bits)
        expect(f"rank_of_right({bits})", got, want, "count those with no more bits")


if __name__ == "__main__":
    main(
        check,
        hints="Count the others that have no more bits than `bits[0]`, and add 1.",
        right="Next: which mean rank among ten has a model that guesses?",
    )
