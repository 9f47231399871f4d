"""Check checkerboard: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import cases, expect, expect_no_loop, main


def check(module: ModuleType) -> None:
    for _ in cases(range(20)):
        rows, columns = random.randint(1, 9), random.randint(1, 9)
        want = torch.tensor(
            [[(row + column) % 2 for column in range(columns)] for row in range(rows)]
        )
        got = module.checkerboard(rows, columns)
        hint = "the parity of row number plus column number decides the square"
        if (
            isinstance(got, torch.Tensor)
            and got.shape == want.shape
            and torch.equal(got, 1 - want)
        ):
            hint = "the top-left square is 0; yours is 1"
        expect(f"checkerboard({rows}, {columns})", got, want, hint)
    expect_no_loop(
        module,
        "checkerboard of 2 and of 42 rows or columns",
        lambda n: (module.checkerboard(n, 2), module.checkerboard(2, n)),
        (
            "do without a loop; "
            "the sum of a column and a row of numbers is the whole board"
        ),
    )


if __name__ == "__main__":
    main(
        check,
        hints=(
            "`torch.arange` gives row numbers and column numbers; `reshape(rows, 1)` "
            "turns the row numbers into a column; a (rows, 1) tensor plus a "
            "(columns,) tensor is a (rows, columns) tensor; % works on tensors."
        ),
        right=(
            "20 boards of up to 9 by 9 squares agree, and no loop was needed. Next: "
            "change your code in one place so that the square at the top left is 1."
        ),
    )
