"""Check sliding_window: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import cases, expect, main


def check(module: ModuleType) -> None:
    for _ in cases(range(5)):
        length = random.randint(5, 7)
        window = random.randint(2, length - 2)
        cells = [[i - window < j <= i for j in range(length)] for i in range(length)]
        want = torch.tensor(cells)
        got = module.sliding_window(length, window)
        hint = "query i sees key j if i - j is at least 0 and less than window"
        if (
            isinstance(got, torch.Tensor)
            and got.dtype == torch.bool
            and got.shape == want.shape
        ):
            if torch.equal(got, ~want):
                hint = "it is the wrong way round: here True means take part"
            elif got.triu(diagonal=1).any():
                hint = "a query sees a key that comes after it"
            elif (got.sum(dim=1) > window).any():
                hint = (
                    "a query sees too many keys; it counts as one of the window itself"
                )
            elif not got.diagonal().all():
                hint = "a query sees itself too"
        expect(f"sliding_window({length}, {window})", got, want, hint)
    expect(
        "sliding_window(4, 1)",
        module.sliding_window(4, 1),
        torch.eye(4).bool(),
        "a window of 1 is the query itself",
    )
    got = module.sliding_window(3, 8)
    expect(
        "sliding_window(3, 8)",
        got,
        torch.ones(3, 3).tril().bool(),
        "the window may be longer than the sequence",
    )


if __name__ == "__main__":
    main(
        check,
        hints=(
            "Positions as a column, minus positions as a row, is how far back each "
            "key lies. Two comparisons, joined by &."
        ),
    )
