"""Check checkerboard: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Count, Wrong, cases, expect, main


def check(module: ModuleType) -> None:
    for _ in cases(range(20)):
        rows, columns = random.randint(1, 9), random.randint(1, 9)
        want = torch.tensor([[(row + column) % 2 for column in range(columns)] for row in range(rows)])
        got = module.checkerboard(rows, columns)
        hint = "the parity of row number plus column number decides the square"
        if isinstance(got, torch.Tensor) and got.shape == want.shape and torch.equal(got, 1 - want):
            hint = "the top-left square is 0; yours is 1"
        expect(f"checkerboard({rows}, {columns})", got, want, hint)
    counts = []
    for rows in (2, 42):
        with Count(module) as count:
            module.checkerboard(rows, 2)
            module.checkerboard(2, rows)
        counts.append(count.number)
    if counts[1] >= counts[0] + 40:
        raise Wrong(
            "checkerboard of 2 and of 42 rows or columns\n"
            f"expected: about the same number of steps\ngot:      {counts[0]} and {counts[1]}\n"
            "hint: do without a loop; the sum of a column and a row of numbers is the whole board"
        )


if __name__ == "__main__":
    main(check)
