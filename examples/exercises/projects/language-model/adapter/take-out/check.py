"""Check take_out: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[4]))
from checking import cases, expect, main


def check(module: ModuleType) -> None:
    for _ in cases(range(3)):
        rank, inputs, outputs = random.randint(2, 4), 5, 6
        before = torch.randint(-9, 9, (outputs, inputs)).float()
        a = torch.randint(1, 4, (rank, inputs)).float()
        b = torch.randint(1, 4, (outputs, rank)).float()
        alpha = rank * random.choice([2.0, 4.0])
        merged = before + alpha / rank * (b @ a)
        given = merged.clone()
        got = module.take_out(given, a, b, alpha)
        call = (
            f"take_out(weight, a of {tuple(a.shape)}, b of {tuple(b.shape)}, {alpha})"
        )
        hint = "the weight itself was changed: subtract into a new tensor"
        expect(f"the weight after {call}", given, merged, hint)
        hint = "subtract b @ a, times alpha, divided by the rank"
        expect(call, got, before, hint, atol=1e-3)


if __name__ == "__main__":
    main(
        check,
        hints="The rank is `len(a)`. `weight - ...` makes a new tensor.",
        right="Next: take it out of a weight in 16 bits. Is it as it was?",
    )
