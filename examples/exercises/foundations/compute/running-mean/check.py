"""Check running_mean: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import cases, expect, expect_no_loop, main


def hint_for(x: torch.Tensor, got: object) -> str:
    if (
        isinstance(got, torch.Tensor)
        and got.dtype == torch.float32
        and got.shape == x.shape
    ):
        if torch.allclose(got, x.cumsum(dim=1)):
            return "that is the running sum; divide it by how many numbers are in it"
        if torch.allclose(got, x.cumsum(dim=1) / x.shape[1]):
            return "the first number is a mean of one, not of all the days"
        if torch.allclose(got, (x.mT.cumsum(dim=1) / torch.arange(1, len(x) + 1)).mT):
            return "that runs down the cities; the days are the other axis"
        if got.isinf().any():
            return "the first number is a mean of one: count from 1, not from 0"
    return "entry i, j is the mean of x[i, : j + 1]"


def check(module: ModuleType) -> None:
    given = [[[2.0, 4.0, 9.0], [1.0, 0.0, 8.0]], [[6.0, 3.0], [5.0, 7.0]]]
    drawn = [
        [[random.randint(-20, 40) / 2 for _ in range(days)] for _ in range(cities)]
        for cities, days in [(1, 6), (4, 1), (3, 5)]
    ]
    for rows in cases(given + drawn):
        x = torch.tensor(rows)
        want = torch.tensor(
            [[sum(row[: n + 1]) / (n + 1) for n in range(len(row))] for row in rows]
        )
        got = module.running_mean(x.clone())
        expect(f"running_mean({x})", got, want, hint_for(x, got), atol=1e-4)
    expect_no_loop(
        module,
        "running_mean of 2 and of 42 days or cities",
        lambda n: (
            module.running_mean(torch.rand(2, n)),
            module.running_mean(torch.rand(n, 2)),
        ),
        "do not loop; one call gives the running sums of all rows",
    )


if __name__ == "__main__":
    main(
        check,
        hints=(
            "A running sum, divided by how many numbers are in it: 1, 2, 3 and so on. "
            "The arange of those has one number for each day."
        ),
    )
