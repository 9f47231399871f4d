"""Check factor: python check.py [FILE]."""

import math
import random
import sys
from pathlib import Path
from types import ModuleType

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import cases, expect, main


def check(module: ModuleType) -> None:
    for _ in cases(range(5)):
        warm_up, total = random.randint(3, 8), random.randint(20, 40)
        for step in range(total + 10):
            if step < warm_up:
                want = (step + 1) / warm_up
                hint = (
                    "the first step has 1/warm_up, not 0, or it would change nothing; "
                    "the last of the warm-up has 1"
                )
            elif step <= total:
                share = (step - warm_up) / (total - warm_up)
                want = (1 + math.cos(math.pi * share)) / 2
                hint = (
                    "the cosine begins at step warm_up "
                    "with 1 and ends at step total with 0"
                )
            else:
                want = 0.0
                hint = "after total the cosine would rise again; hold share at 1"
            got = module.factor(step, warm_up, total)
            got = float(got) if isinstance(got, int) else got
            expect(
                f"factor(step={step}, warm_up={warm_up}, total={total})",
                got,
                want,
                hint,
            )


if __name__ == "__main__":
    main(
        check,
        hints=(
            "Half a cosine is (1 + `math.cos(math.pi * share)`) / 2, where share goes "
            "from 0 to 1. Count it from the end of the warm-up."
        ),
    )
