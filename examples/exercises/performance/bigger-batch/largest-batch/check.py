"""Check largest_batch: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, expect, main


def check_one(module: ModuleType, fits: bool) -> None:
    parameters, each, fixed = (
        random.randint(1000, 50_000),
        4 * random.randint(50, 2000),
        4 * random.randint(5000, 20_000),
    )
    rows = random.randint(20, 300) if fits else 0
    budget = (
        16 * parameters
        + fixed
        + rows * each
        + (random.randint(0, each - 1) if fits else -random.randint(1, 9) * each)
    )
    asked = []

    def kept_bytes(number: int) -> int:
        asked.append(number)
        return fixed + number * each

    call = f"largest_batch({parameters}, kept_bytes, {budget})"
    got = module.largest_batch(parameters, kept_bytes, budget)
    if asked and max(asked) > 4:
        raise Wrong(
            f"{call}\nexpected: kept_bytes of one and of two rows\ngot:      kept_bytes({max(asked)})\n"
            "hint: do not run more than a few rows; what you want to know may not fit"
        )
    if isinstance(got, int) and got < 0:
        hint = "0 if not even one row fits"
    elif got in [
        max(0, (budget - size * parameters - fixed) // each) for size in (4, 8, 12)
    ]:
        hint = "there are weights, gradients and two tensors of AdamW: 16 bytes per parameter"
    else:
        hint = "some of what is kept does not depend on the rows; two measurements tell it from the rest"
    expect(call, got, rows, hint)


def check(module: ModuleType) -> None:
    for fits in cases((True, True, False, True)):
        check_one(module, fits)


if __name__ == "__main__":
    main(check)
