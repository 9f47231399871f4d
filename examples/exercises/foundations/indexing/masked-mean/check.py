"""Check masked_mean: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import cases, expect, expect_no_loop, main


def hint_for(
    values: torch.Tensor, lengths: torch.Tensor, want: torch.Tensor, got: object
) -> str:
    if isinstance(got, torch.Tensor) and got.shape == want.shape:
        if values.isnan().any() and got.isnan().any():
            return (
                "padding got into the sum; "
                "nan * 0 is nan, so replace the padding instead of multiplying it"
            )
        if torch.allclose(got, want * lengths / values.shape[1], atol=1e-6):
            return (
                "divide by the number of real values of the row, "
                "not by the number of columns"
            )
    return (
        "the positions 0 to length - 1 are real, "
        "the others count neither in the sum nor in the number"
    )


def check(module: ModuleType) -> None:
    for padding in cases((0.0, 0.0, 7.0, 7.0, float("nan"), float("nan"))):
        rows, columns = random.randint(2, 5), random.randint(3, 6)
        lengths = torch.randint(1, columns + 1, (rows,))
        lengths[random.randrange(rows)] = 1
        lists = [
            [random.randint(1, 9) / 2 for _ in range(length)]
            for length in lengths.tolist()
        ]
        values = torch.tensor([row + [padding] * (columns - len(row)) for row in lists])
        want = torch.tensor([sum(row) / len(row) for row in lists])
        got = module.masked_mean(values.clone(), lengths.clone())
        call = f"masked_mean(\n{values},\n{lengths})"
        expect(call, got, want, hint_for(values, lengths, want, got))
    expect_no_loop(
        module,
        "masked_mean with 2 and with 42 rows",
        lambda n: module.masked_mean(torch.randn(n, 3), torch.full((n,), 2)),
        (
            "do not loop over the rows, in tensors or in lists; "
            "comparing with lengths[:, None] masks them all"
        ),
    )


if __name__ == "__main__":
    main(
        check,
        hints=(
            "Comparing `torch.arange(columns)` with `lengths[:, None]` gives the "
            "mask. `torch.where` replaces the padding. `sum(dim=1)` adds up each row."
        ),
    )
