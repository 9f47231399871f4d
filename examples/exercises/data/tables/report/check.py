"""Check report: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, expect, main


def check_report(module: ModuleType, count: int) -> None:
    mean, std = random.uniform(3000, 5000), random.uniform(500, 900)
    targets = torch.linspace(mean - std, mean + 3 * std, count)[torch.randperm(count)]
    noise = 0.3 * torch.randn(count)
    outputs = ((targets - mean) / std + noise).unsqueeze(1)
    got = module.report(outputs, targets, mean, std)
    call = f"report(outputs, targets, {mean:.1f}, {std:.1f}) with {count} rows"
    if not isinstance(got, tuple) or len(got) != 2:
        raise Wrong(
            call,
            expected="a tuple of two floats",
            got=f"{got!r:.80}",
            hint="return error, r2",
        )
    guesses = outputs.squeeze(1) * std + mean
    errors = guesses - targets
    crossed = (outputs * std + mean) - targets
    mistakes = {
        "the errors have the shape (N, N); squeeze an axis first": crossed.abs().mean(),
        "the outputs are still scaled": (outputs.squeeze(1) - targets).abs().mean(),
        "the mean of the sizes, abs(), not the root of the mean square": (
            errors.square().mean().sqrt()
        ),
        "the error is still in deviations": errors.abs().mean() / std,
    }
    hint = "the mean over the rows of the absolute difference, in the unit of targets"
    for told, wrong in mistakes.items():
        if isinstance(got[0], float) and abs(got[0] - wrong) < 1e-3 * wrong:
            hint = told
    want = errors.abs().mean().item()
    expect(f"{call}: error", got[0], want, hint, rtol=1e-3)

    left, there = errors.square().sum(), (targets - targets.mean()).square().sum()
    mistakes = {
        "b is about the mean of these targets": (
            1 - left / (targets - mean).square().sum()
        ),
        "this is what is left, a / b; subtract it from 1": left / there,
        "a and b are both sums; var() divides by N - 1": (
            1 - errors.square().mean() / targets.var()
        ),
        "the errors have the shape (N, N); squeeze an axis first": (
            1 - crossed.square().sum() / there
        ),
    }
    hint = "1 - a / b, with sums of squares"
    for told, wrong in mistakes.items():
        if isinstance(got[1], float) and abs(got[1] - wrong) < 1e-3 * abs(wrong):
            hint = told
    want = (1 - left / there).item()
    expect(f"{call}: R²", got[1], want, hint, rtol=1e-4, atol=1e-5)


def check(module: ModuleType) -> str:
    for count in cases((6, 9, random.randint(10, 20))):
        check_report(module, count)
    return "Error and R² of three models came out as they should."


if __name__ == "__main__":
    main(
        check,
        hints=(
            "`outputs.squeeze(1)` has the shape of the targets. Times std plus mean "
            "undoes the scaling. `item()` makes a Python float of a tensor with one "
            "number."
        ),
        right="Can R² be below 0, and what does it take?",
    )
