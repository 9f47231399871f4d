"""Check row_shares: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import cases, expect, expect_no_loop, main


def hint_for(counts: torch.Tensor, got: object) -> str:
    if (
        isinstance(got, torch.Tensor)
        and got.dtype == torch.float32
        and got.shape == counts.shape
    ):
        by_column = counts / counts.sum(dim=0)
        crossed = counts / counts.sum(dim=1) if len(counts) == counts.shape[1] else None
        if got.isnan().any():
            return "0 divided by 0 is nan; a row of zeros should stay as it is"
        if torch.allclose(got, by_column):
            return "those are shares of the columns; the axis you sum over disappears"
        if crossed is not None and torch.allclose(got, crossed):
            return "each column was divided by the sum of a row; keep the summed axis"
    return "divide each number by the sum of its own row"


def check(module: ModuleType) -> None:
    given = [[[1, 3], [2, 8]], [[4, 1, 5], [0, 0, 0]]]
    drawn = [
        [[random.randint(0, 9) for _ in range(columns)] for _ in range(rows)]
        for rows, columns in [(3, 4), (5, 2), (1, 3)]
    ]
    for rows in cases(given + drawn):
        counts = torch.tensor(rows)
        want = torch.tensor([[n / max(sum(row), 1) for n in row] for row in rows])
        got = module.row_shares(counts.clone())
        expect(f"row_shares({counts})", got, want, hint_for(counts, got))
    expect_no_loop(
        module,
        "row_shares of 2 and of 42 rows or columns",
        lambda n: (
            module.row_shares(torch.randint(9, (n, 3))),
            module.row_shares(torch.randint(9, (3, n))),
        ),
        "do not loop; one sum and one division serve all rows",
    )


if __name__ == "__main__":
    main(
        check,
        hints=(
            "What shape must the sums have to be divided by row? A sum of 0 may be "
            "replaced by 1 before you divide: one call limits numbers from below."
        ),
        right=(
            "Five tables agree, a row of zeros among them. Next: change dim=1 "
            "to dim=0, and say what the shares mean then."
        ),
    )
