"""Check interval: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, expect, main


def points(labels: torch.Tensor, answers: torch.Tensor) -> float:
    """Each label has its own worth, so that hardly two drawn sets score the same."""
    return (labels * (labels == answers)).sum().item() / len(labels)


def wanted(
    labels: torch.Tensor, answers: torch.Tensor, times: int, generator: torch.Generator
) -> tuple[float, float]:
    count = len(labels)
    drawn = [torch.randint(count, (count,), generator=generator) for _ in range(times)]
    scores = torch.tensor(
        [points(labels[indices], answers[indices]) for indices in drawn]
    )
    low, high = scores.quantile(torch.tensor([0.025, 0.975])).tolist()
    return low, high


def check(module: ModuleType) -> None:
    for _ in cases(range(3)):
        count = random.randint(60, 100)
        times = random.choice((200, 300))
        seed = random.randrange(10**6)
        labels = 1000 + torch.randperm(5000)[:count]
        answers = torch.where(torch.rand(count) < 0.8, labels, 0)
        want = wanted(labels, answers, times, torch.Generator().manual_seed(seed))
        got = module.interval(
            labels, answers, points, times, torch.Generator().manual_seed(seed)
        )
        call = (
            f"interval(labels, answers, score, {times}, generator) for {count} tickets"
        )
        floats = isinstance(got, tuple) and [isinstance(x, float) for x in got]
        if floats != [True, True]:
            raise Wrong(
                call,
                expected="two floats",
                got=f"{got!r:.80}",
                hint="return low, high; item()",
            )
        if got[0] == got[1]:
            raise Wrong(
                call, expected=want, got=got, hint="a ticket may be drawn several times"
            )
        if got[1] < points(labels, answers) / 2:
            raise Wrong(
                call,
                expected=want,
                got=got,
                hint="draw a ticket with its label and its answer",
            )
        wide = got[0] < want[0] - 1e-6 and got[1] > want[1] + 1e-6
        hint = "draw as the docstring says, and take its two quantiles"
        if wide:
            hint = (
                "too wide: take the quantiles at 0.025 and 0.975, "
                "of drawn sets as large as the given one"
            )
        for side, mine, yours in (("low", want[0], got[0]), ("high", want[1], got[1])):
            expect(f"{call}\n{side}", yours, mine, hint, rtol=1e-5)


if __name__ == "__main__":
    main(
        check,
        hints=("`torch.quantile` takes a tensor of floats and a share."),
        right=(
            "Both ends are those of the same draws by hand. Now draw 100 times and "
            "1,000 times with two seeds each: which interval moves less?"
        ),
    )
