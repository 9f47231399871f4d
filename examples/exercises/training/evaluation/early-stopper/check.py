"""Check EarlyStopper: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import cases, expect, main


def stops_at(losses: list[float], patience: int, min_delta: float) -> int:
    """The number of the epoch after which to stop, or len(losses)."""
    best, last = float("inf"), -1
    for epoch, loss in enumerate(losses):
        if loss < best - min_delta:
            best, last = loss, epoch
        elif epoch - last >= patience:
            return epoch
    return len(losses)


def check_one(
    module: ModuleType,
    losses: list[float],
    patience: int,
    hint: str,
    min_delta: float = 0.0,
) -> None:
    settings = {"min_delta": min_delta} if min_delta else {}
    stopper = module.EarlyStopper(patience, **settings)
    end = stops_at(losses, patience, min_delta)
    for epoch, loss in enumerate(losses[: end + 1]):
        told = ", ".join(f"{value:g}" for value in losses[: epoch + 1])
        given = f", min_delta={min_delta:g}" if min_delta else ""
        call = f"EarlyStopper({patience}{given}), the last step of the losses {told}"
        expect(call, stopper.step(loss), epoch == end, hint)


def check(module: ModuleType) -> str:
    nan = float("nan")
    check_one(module, [9, 8, 7, 6, 5, 4], 1, "an improvement never stops")
    check_one(
        module,
        [1, 0.9, 0.8, 0.7],
        2,
        "without min_delta, every lower loss is an improvement",
    )
    check_one(
        module,
        [5, 6, 6, 6, 6],
        3,
        "wait for patience epochs without an improvement, no fewer and no more",
    )
    check_one(
        module,
        [5, 6, 6, 4, 5, 5, 5],
        3,
        "an improvement sets the counter back to zero; epochs count in a row",
    )
    check_one(
        module,
        [5, 9, 8, 7, 6],
        3,
        "compare with the best loss so far, not with the loss before",
    )
    check_one(module, [5, 5, 5, 5], 2, "an equal loss is no improvement")
    check_one(module, [2, nan, nan, nan], 2, "NaN is no improvement")
    check_one(module, [nan, 2, 1, 0], 2, "after a NaN, a number is an improvement")
    slow = [10, 9.75, 9.5, 9.25, 9.0, 8.75, 8.5]
    hint = "only an improvement by more than min_delta changes the best loss"
    check_one(module, slow, 3, hint, min_delta=0.5)
    check_one(module, [10, 9.75, 9.5, 9.25], 2, hint, min_delta=0.5)
    for _ in cases(range(50)):
        losses = [random.randint(0, 40) / 4 for _ in range(random.randint(1, 25))]
        patience, min_delta = random.randint(1, 5), random.choice((0.0, 0.25, 1.0))
        check_one(
            module,
            losses,
            patience,
            "stop after patience epochs in a row without an improvement",
            min_delta,
        )
    return "In 60 curves, some with NaN, each step returned what it should."


if __name__ == "__main__":
    main(
        check,
        hints=(
            'Start from a best loss of `float("inf")`. `<` and `>` with NaN are '
            "`False`: ask whether the loss is an improvement, not whether it is "
            "worse."
        ),
        right=(
            'Next: use it in the loop under "Stop early", in the place of '
            "`patience` and of the line with `elif`. Write `if` there: it has to see "
            "every loss, the best ones too."
        ),
    )
