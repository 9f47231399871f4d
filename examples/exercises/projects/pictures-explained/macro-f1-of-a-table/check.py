"""Check macro_f1: python check.py [FILE]."""

import sys
from pathlib import Path
from types import ModuleType

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import expect, main


def check(module: ModuleType) -> None:
    for rows, want, hint in (
        (
            [[3, 0, 1], [2, 0, 0], [1, 0, 5]],
            (6 / 10 + 0 + 10 / 12) / 3,
            "class 1 has pictures and no answers: its F1 is 0, and it counts",
        ),
        (
            [[3, 1, 0], [0, 0, 0], [1, 1, 5]],
            (6 / 8 + 0 + 10 / 12) / 3,
            "class 1 has answers and no pictures: its F1 is 0, and it counts",
        ),
        (
            [[3, 0, 1], [0, 0, 0], [1, 0, 5]],
            (6 / 8 + 10 / 12) / 2,
            "class 1 has neither pictures nor answers: the mean is over the others",
        ),
    ):
        got = module.macro_f1(torch.tensor(rows))
        expect(f"macro_f1(torch.tensor({rows}))", got, want, hint)


if __name__ == "__main__":
    main(
        check,
        hints=(
            "`table.sum(1)` counts the pictures of each class, `table.sum(0)` the "
            "answers, `table.diagonal()` the right ones. A mask of the classes whose "
            "two sums are not both 0 picks those that count; `.item()` makes a float."
        ),
        right=(
            "Classes without answers, without pictures and without both were tried. "
            "Next: compare with f1_score(..., average='macro') of scikit-learn."
        ),
    )
