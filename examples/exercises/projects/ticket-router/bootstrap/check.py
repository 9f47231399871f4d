"""Check interval: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, expect, main


def share(labels: torch.Tensor, answers: torch.Tensor) -> float:
    return (labels == answers).float().mean().item()


def wanted(labels: torch.Tensor, answers: torch.Tensor, times: int, generator: torch.Generator) -> tuple[float, float]:
    right, count = (labels == answers).float(), len(labels)
    drawn = [torch.randint(count, (count,), generator=generator) for _ in range(times)]
    scores = torch.stack([right[indices].mean() for indices in drawn])
    low, high = scores.quantile(torch.tensor([0.025, 0.975])).tolist()
    return low, high


def check(module: ModuleType) -> None:
    for _ in cases(range(3)):
        count, times, seed = random.randint(60, 100), random.choice((200, 300)), random.randrange(10**6)
        labels = torch.randint(0, 3, (count,))
        answers = torch.where(torch.rand(count) < 0.8, labels, (labels + 1) % 3)
        want = wanted(labels, answers, times, torch.Generator().manual_seed(seed))
        got = module.interval(labels, answers, share, times, torch.Generator().manual_seed(seed))
        call = f"interval(labels, answers, accuracy, {times}, generator) for {count} tickets"
        if got is None:
            expect(call, got, want, "")
        if not isinstance(got, tuple) or len(got) != 2 or not all(isinstance(value, float) for value in got):
            raise Wrong(f"{call}\nexpected: two floats\ngot:      {got!r:.80}\nhint: return low, high; item()")
        if got[0] == got[1]:
            raise Wrong(f"{call}\nexpected: {want}\ngot:      {got}\nhint: a ticket may be drawn several times")
        if got[1] < share(labels, answers):
            raise Wrong(f"{call}\nexpected: {want}\ngot:      {got}\nhint: draw a ticket with its label and its answer")
        wide = got[0] < want[0] - 1e-6 and got[1] > want[1] + 1e-6
        hint = (
            "these are not the quantiles at 0.025 and 0.975"
            if wide
            else "draw as the docstring says, and take its two quantiles"
        )
        for side, mine, yours in (("low", want[0], got[0]), ("high", want[1], got[1])):
            expect(f"{call}\n{side}", yours, mine, hint, atol=1e-5)


if __name__ == "__main__":
    main(check)
