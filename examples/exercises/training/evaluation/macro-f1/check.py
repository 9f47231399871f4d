"""Check macro_f1: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

import torch
from sklearn.metrics import f1_score

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, expect, imports, main


def check_one(module: ModuleType, predictions: list[int], targets: list[int]) -> None:
    got = module.macro_f1(torch.tensor(predictions), torch.tensor(targets))
    want = float(f1_score(targets, predictions, average="macro", zero_division=0))
    call = f"macro_f1(tensor({predictions}), tensor({targets}))"
    hint = (
        "f1 of a class is 2 * both / (times predicted + times true); "
        "take the mean over the classes"
    )
    if isinstance(got, float):
        if got != got:
            told = (
                "a class that is never predicted has no precision, one that is never "
                "true has no recall, and where both are 0 their harmonic mean is 0/0; "
                "the F1 of each is 0, and a class that does not occur does not count"
            )
            raise Wrong(call, expected=repr(want), got="nan", hint=told)
        micro, weighted = (
            f1_score(targets, predictions, average=average, zero_division=0)
            for average in ("micro", "weighted")
        )
        if abs(got - micro) < 1e-6:
            hint = (
                "this is the accuracy; each class has to count once, however rare it is"
            )
        elif abs(got - weighted) < 1e-6:
            hint = "classes are weighted by their size; each class has to count once"
        elif set(predictions) != set(targets):
            hint = (
                "classes that occur in the predictions or in the targets count, "
                "and no others"
            )
    expect(call, got, want, hint)


def check(module: ModuleType) -> str:
    if libraries := imports(module) & {"sklearn", "torchmetrics", "torcheval"}:
        raise Wrong(
            f"macro_f1 imports {', '.join(libraries)}",
            hint="do without a library; torch counts well enough",
        )
    check_one(module, [0, 0, 1, 1, 1, 1], [0, 0, 0, 0, 1, 1])
    check_one(module, [0, 0, 0, 2, 2], [0, 0, 1, 2, 0])
    check_one(module, [0, 3, 0, 1, 1], [0, 0, 0, 1, 1])
    check_one(module, [0, 5, 5, 0, 0, 0], [0, 5, 0, 0, 0, 5])
    check_one(module, [30, 2, 2, 30], [30, 2, 30, 30])
    for _ in cases(range(20)):
        count, classes = random.randint(1, 12), random.randint(2, 8)
        targets = [random.randrange(classes) for _ in range(count)]
        predictions = [
            random.choice((target, random.randrange(classes))) for target in targets
        ]
        check_one(module, predictions, targets)
    return "25 sets of answers agree with scikit-learn."


if __name__ == "__main__":
    main(
        check,
        hints=(
            "`torch.cat` and `unique()` find the classes. For one class, count the "
            "samples where both are this class, and the samples where each is."
        ),
        right=(
            "Next: let 95 of 100 samples be of class 0, answer 0 to all of them, and "
            "compare the result with the accuracy."
        ),
    )
