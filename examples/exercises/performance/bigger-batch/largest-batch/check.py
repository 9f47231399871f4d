"""Check largest_batch: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, expect, main


def check_one(module: ModuleType, fits: bool) -> None:
    parameters = random.randint(1000, 50_000)
    each = 4 * random.randint(50, 2000)
    fixed = 4 * random.randint(5000, 20_000)
    rows = random.randint(20, 300) if fits else 0
    rest = random.randint(0, each - 1) if fits else -random.randint(1, 9) * each
    budget = 16 * parameters + fixed + rows * each + rest
    asked = []

    def kept_bytes(number: int) -> int:
        asked.append(number)
        return fixed + number * each

    call = f"largest_batch({parameters}, kept_bytes, {budget})"
    got = module.largest_batch(parameters, kept_bytes, budget)
    if asked and max(asked) > 4:
        raise Wrong(
            call,
            expected="kept_bytes of one and of two rows",
            got=f"kept_bytes({max(asked)})",
            hint="do not run more than a few rows; what you want to know may not fit",
        )
    left = [budget - size * parameters - fixed for size in (4, 8, 12)]
    if isinstance(got, int) and got < 0:
        hint = "0 if not even one row fits"
    elif got in [max(0, number // each) for number in left]:
        hint = (
            "there are weights, gradients and two tensors of AdamW: "
            "16 bytes per parameter"
        )
    else:
        hint = (
            "beside 16 bytes per parameter, "
            "some of what is kept does not depend on the rows; "
            "two measurements tell it from the rest"
        )
    expect(call, got, rows, hint)


def check(module: ModuleType) -> None:
    for fits in cases((True, True, False, True)):
        check_one(module, fits)


if __name__ == "__main__":
    main(
        check,
        hints=(
            "Two small measurements tell what a row adds from what is always there. "
            "How many tensors as large as the weights does a step of AdamW need, and "
            "how many bytes has a float32?"
        ),
        right=(
            "Four budgets agree, one of them too small for a single row. Next: what "
            "changes for SGD with momentum, which remembers one tensor?"
        ),
    )
