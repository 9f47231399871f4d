"""Check decay: python check.py [FILE]."""

import logging
import random
import sys
import warnings
from pathlib import Path
from types import ModuleType

import torch
from torch import nn

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, expect, main


def decayed(x: torch.Tensor) -> torch.Tensor:
    total = torch.zeros_like(x[0])
    for row in range(x.shape[0]):
        total = total / 2 + x[row]
    return total


def hint_for(x: torch.Tensor, got: object) -> str:
    if isinstance(got, torch.Tensor) and got.shape == x[0].shape:
        if torch.allclose(got, decayed(x.flip(0)), atol=1e-5):
            return (
                "the other way round: "
                "the last row counts in full, the first is halved most often"
            )
        if torch.allclose(got, decayed(x) / 2, atol=1e-5):
            return "the last row is not halved at all"
        if torch.allclose(got, x.sum(dim=0), atol=1e-5):
            return "this is the plain sum; earlier rows count less"
    return "row r of n is halved n - 1 - r times"


def check(module: ModuleType) -> None:
    class Decay(nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return module.decay(x)

    inputs = [
        torch.rand(rows, random.randint(2, 4)) + 1
        for rows in (4, 3, 1, random.randint(5, 9))
    ]
    for x in inputs:
        got = module.decay(x.clone())
        expect(f"decay(\n{x})", got, decayed(x), hint_for(x, got), atol=1e-5)
    frozen = (
        "the number of rows of the example is frozen in it; "
        "no Python loop, len() or int() over the rows"
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        traced = torch.jit.trace(Decay(), torch.rand(4, 3), check_trace=False)
    for rows, features in cases(((4, 3), (7, 3), (2, 3), (4, 5))):
        x = torch.rand(rows, features) + 1
        try:
            same = torch.allclose(traced(x), decayed(x), atol=1e-5)
        except RuntimeError:
            same = False
        if not same:
            raise Wrong(
                "the trace of your function, made with 4 rows of 3 features, "
                f"is wrong for {rows} of {features}",
                hint=frozen if features == 3 else "no loop over the features either",
            )
    logging.disable(logging.CRITICAL)
    try:
        dynamic_shapes = ({0: torch.export.Dim("rows")},)
        torch.export.export(Decay(), (torch.rand(4, 3),), dynamic_shapes=dynamic_shapes)
    except Exception as error:
        hint = (
            "no Python decision about a value, and no number of rows as a Python number"
        )
        raise Wrong(
            f"torch.export.export fails: {str(error).strip().splitlines()[0]}",
            hint=hint,
        ) from None


if __name__ == "__main__":
    main(
        check,
        hints=(
            "How often is the last row halved, the one before it, the first? "
            "`torch.arange(x.shape[0])` numbers the rows also in a trace and in an "
            "exported program; give it the device of x."
        ),
        right=(
            "The trace made with 4 rows is right for 7 and for 2, and the export "
            "succeeds. Next: trace it yourself, print its `code`, and look for the "
            "number of rows."
        ),
    )
