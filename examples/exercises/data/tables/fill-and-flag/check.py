"""Check fill_and_flag: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, expect, main


def make_table(width: int) -> tuple[torch.Tensor, torch.Tensor]:
    """24 rows, 15 of them for training; the last column has no gap."""
    order = torch.randperm(24)
    train, rest = order[:15], order[15:]
    values = torch.randn(24, width).exp()
    values[rest] += 5
    values[train[0]] = 60
    for column in range(width - 1):
        values[train[1 + torch.randperm(14)[:2]], column] = torch.nan
        values[rest[torch.randperm(9)[:2]], column] = torch.nan
    return values * 10.0 ** torch.arange(width), train


def scaled(filled: torch.Tensor, known: torch.Tensor) -> torch.Tensor:
    """Scale by the mean and deviation of what is known of each column."""
    columns = [column[~column.isnan()] for column in known.T]
    means = torch.stack([column.mean() for column in columns])
    return (filled - means) / torch.stack([column.std() for column in columns])


def check_table(module: ModuleType, width: int) -> None:
    values, train = make_table(width)
    given = values.clone()
    gaps, known = given.isnan(), given[train]
    filled = torch.where(gaps, known.nanmedian(dim=0).values, given)
    want = torch.cat([scaled(filled, filled[train]), gaps.float()], dim=1)
    by_all = torch.where(gaps, given.nanmedian(dim=0).values, given)
    by_mean = torch.where(gaps, known.nanmean(dim=0), given)
    mistakes = {
        "median, mean and deviation are those of the training rows": (
            scaled(by_all, by_all)
        ),
        "the median is that of the training rows": scaled(by_all, by_all[train]),
        "fill with the median, not with the mean": scaled(by_mean, by_mean[train]),
        "mean and deviation are those of the training rows": scaled(filled, filled),
        "fill first, then take mean and deviation": scaled(filled, known),
        "fill, then scale": filled,
    }
    got = module.fill_and_flag(values, train)
    call = f"fill_and_flag(values, train) with values of shape {tuple(values.shape)}"
    hint = (
        "fill with the medians of the training rows, "
        "then subtract the mean of each column and divide by its torch.std"
    )
    if isinstance(got, torch.Tensor) and got.shape == want.shape:
        first, second = got[:, :width], got[:, width:]
        for told, wrong in mistakes.items():
            if torch.allclose(first.to(wrong), wrong, atol=1e-4):
                hint = told
        if first.isnan().any():
            hint = "a gap is still nan in the first half"
        if not torch.equal(second.to(gaps.float()), gaps.float()):
            hint = "the second half is 1.0 where values had a gap, column by column"
    expect(call, got, want, hint, rtol=1e-3, atol=1e-4)
    if not torch.equal(values.nan_to_num(-1), given.nan_to_num(-1)):
        raise Wrong(
            call,
            expected="values as they were",
            got="other values",
            hint="fill a copy, as torch.where makes one",
        )


def check(module: ModuleType) -> str:
    for width in cases((2, 3, random.randint(4, 6))):
        check_table(module, width)
    return "Three tables with gaps in training rows and others came out as they should."


if __name__ == "__main__":
    main(
        check,
        hints=(
            "`values.isnan()` says where the gaps are, and `values[train]` are the "
            "training rows. `nanmedian(dim=0).values` is the median of each column "
            "without its gaps, `torch.where(condition, a, b)` takes a where the "
            "condition is true and b elsewhere, and `torch.cat` with `dim=1` joins "
            "columns."
        ),
        right="What should happen to a column whose deviation is 0?",
    )
