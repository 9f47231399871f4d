"""Check speed: python check.py [FILE]."""

import sys
from pathlib import Path
from types import ModuleType

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import expect, main


def check(module: ModuleType) -> None:
    expect(
        "speed([2.0], [8.0])",
        module.speed([2.0], [8.0]),
        4.0,
        "a faster entry has a larger speed: yardstick / seconds",
    )
    expect(
        "speed([1.0, 1.0, 1.0], [4.0, 4.0, 40.0])",
        module.speed([1.0, 1.0, 1.0], [4.0, 4.0, 40.0]),
        4.0,
        "take the median of the ratios: statistics.median",
    )
    expect(
        "speed([1.0, 4.0, 2.0], [5.0, 20.0, 4.0])",
        module.speed([1.0, 4.0, 2.0], [5.0, 20.0, 4.0]),
        5.0,
        "divide within each pair first, since a slow moment slows both",
    )


if __name__ == "__main__":
    main(
        check,
        hints=(
            "zip(yardstick, seconds) gives the pairs. Divide in each, then take "
            "statistics.median of the ratios."
        ),
        right=(
            "Pairs were divided first, and one disturbed pair did no harm. Next: say "
            "why three pairs are few, and how far the middle one may be off."
        ),
    )
