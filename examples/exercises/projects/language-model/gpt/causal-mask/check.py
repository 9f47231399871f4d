"""Check causal_mask: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[4]))
from checking import cases, expect, main


def check(module: ModuleType) -> None:
    for _ in cases(range(5)):
        new, past = random.randint(2, 5), random.randint(2, 4)
        rows = [[key <= past + row for key in range(past + new)] for row in range(new)]
        want = torch.tensor(rows)
        got = module.causal_mask(new, past)
        hint = "query i stands at position past + i"
        if (
            isinstance(got, torch.Tensor)
            and got.dtype == torch.bool
            and got.shape == want.shape
        ):
            if torch.equal(got, ~want):
                hint = "it is the wrong way round: here True means may see"
            elif not got[:, :past].all():
                hint = "the last query sees all, and each query sees all of the past"
            elif (got & ~want).any():
                hint = "a query sees a key that comes after it"
        expect(f"causal_mask({new}, {past})", got, want, hint)
    got = module.causal_mask(4, 0)
    want = torch.ones(4, 4).tril().bool()
    expect("causal_mask(4, 0)", got, want, "without a past it is a triangle")


if __name__ == "__main__":
    main(
        check,
        hints=(
            "`torch.ones(...).tril(diagonal)` keeps what is on a diagonal and below "
            "it. A larger number moves the diagonal to the right."
        ),
        right=(
            "Long and short pasts, and none, have the right masks. Next: ask for "
            "`causal_mask(1, 5)`, and say why a single new query needs no mask."
        ),
    )
