"""Check Smoother: python check.py [FILE]."""

import math
import random
import sys
from pathlib import Path
from types import ModuleType

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, expect, main


def smooth(values: list[float], beta: float) -> list[float]:
    """Smooth by the definition: weights beta ** age over the finite values so far."""
    smoothed = []
    for end, value in enumerate(values, start=1):
        seen = [x for x in values[:end] if math.isfinite(x)]
        weights = [beta**age for age in range(len(seen) - 1, -1, -1)]
        if math.isfinite(value):
            value = sum(w * x for w, x in zip(weights, seen)) / sum(weights)
        smoothed.append(value)
    return smoothed


def short(values: list[float]) -> str:
    told = [f"{v:.3f}" if isinstance(v, (int, float)) else repr(v) for v in values]
    return f"[{', '.join(told)}]"


def check_calls(
    module: ModuleType, calls: list[list[float]], beta: float, hint: str
) -> None:
    """Update one smoother with each list of calls; hint is for a value that differs."""
    smoother = module.Smoother(beta)
    want = smooth([value for values in calls for value in values], beta)
    for number, values in enumerate(calls):
        call = f"Smoother({beta}), call {number + 1}: update({short(values)})"
        got = smoother.update(list(values))
        expected, want = want[: len(values)], want[len(values) :]
        expect(
            f"{call}\ntype",
            None if got is None else type(got).__name__,
            "list",
            "return a list",
        )
        expect(
            f"{call}\nlength",
            len(got),
            len(values),
            "return a value for each value, also for a nan",
        )
        for index, (value, right) in enumerate(zip(got, expected)):
            told, why = {"expected": short(expected), "got": short(got)}, hint
            if not isinstance(value, float):
                raise Wrong(call, **told, hint=f"value {index} is no float")
            if math.isfinite(right):
                same = abs(value - right) <= 1e-6 + 1e-4 * abs(right)
            else:
                same = math.isnan(value) if math.isnan(right) else value == right
                why = (
                    "return a nan or an infinity as it is, so that the curve has a gap"
                )
            if not same:
                raise Wrong(call, **told, hint=why)


def check(module: ModuleType) -> None:
    beta = random.choice([0.5, 0.8, 0.9, 0.95])

    def draw(count: int) -> list[float]:
        return [round(random.uniform(1.0, 5.0), 3) for _ in range(count)]

    level = round(random.uniform(1.0, 5.0), 3)
    check_calls(
        module,
        [[level] * 4],
        beta,
        "a constant stays what it is: divide by 1 - beta ** count",
    )
    module.Smoother(beta).update([level + 3.0] * 3)
    check_calls(
        module,
        [[level] * 3],
        beta,
        "two smoothers share nothing; keep mean and count in self",
    )
    jump = [1.0, 1.0, 1.0, round(random.uniform(3.0, 5.0), 3)]
    check_calls(
        module,
        [jump],
        0.9,
        (
            "start at 0, keep the share beta of the old mean, "
            "take 1 - beta of the new value, and divide"
        ),
    )
    carries = "the second call goes on with the mean and the count of the first"
    check_calls(module, [draw(3), draw(2), [], draw(3)], beta, carries)
    nan, infinity = float("nan"), random.choice([float("inf"), -float("inf")])
    for gap in (nan, infinity):
        entered = f"a value of {gap} must not enter the mean or the count"
        check_calls(module, [[*draw(2), gap, *draw(2)], [gap], draw(2)], beta, entered)
        check_calls(module, [[gap, gap], draw(2)], beta, entered)


if __name__ == "__main__":
    main(
        check,
        hints=(
            "The mean and the count of its values belong to `self`. `math.isfinite` "
            "tells which values enter."
        ),
    )
