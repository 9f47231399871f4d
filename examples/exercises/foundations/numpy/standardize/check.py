"""Check standardize: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, expect, main


def hint_for(table: np.ndarray, want: torch.Tensor, got: object) -> str:
    if isinstance(got, torch.Tensor) and got.shape == want.shape:
        rows = len(table)
        smaller = want.double() * ((rows - 1) / rows) ** 0.5
        if torch.allclose(got.double(), smaller, atol=1e-4):
            return (
                "your standard deviation divides by the rows minus one; "
                "NumPy's is std(dim=0, correction=0)"
            )
        if table.min() > 1e9:
            return (
                "float() rounds numbers as large as time stamps; "
                "compute in 64 bits and convert at the end"
            )
    return "every column has a mean and a standard deviation of its own: dim=0"


def check(module: ModuleType) -> None:
    for offset in cases((0, 0, 0, 0, 1_700_000_000)):
        rows, columns = random.randint(4, 6), random.randint(2, 4)
        generator = np.random.default_rng(random.randrange(2**32))
        table = np.arange(1.0, rows + 1) * np.ones((columns, 1))
        table = generator.permuted(table, axis=1).T
        table = table * generator.integers(1, 9, columns) + 10.0 * np.arange(columns)
        table += offset
        table = np.ascontiguousarray(table)
        before = table.copy()
        scaled = (table - table.mean(axis=0)) / table.std(axis=0)
        want = torch.tensor(scaled, dtype=torch.float32)
        got = module.standardize(table)
        call = f"standardize(\n{before})"
        if not np.array_equal(table, before):
            raise Wrong(
                call,
                hint="the caller's table has changed; from_numpy shares its memory",
            )
        expect(call, got, want, hint_for(before, want, got), rtol=1e-3, atol=1e-4)


if __name__ == "__main__":
    main(
        check,
        hints=(
            "`torch.from_numpy` shares memory, so use no operation that writes. "
            "mean and std take `dim=0`; std takes `correction=0`. `float()` converts, "
            "at the end."
        ),
        right=(
            "Five tables agree, one of time stamps, and none was changed. Next: give "
            "it a column whose numbers are all equal, and decide what should come out."
        ),
    )
