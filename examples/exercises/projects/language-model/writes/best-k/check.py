"""Check best_k: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[4]))
from checking import Wrong, cases, expect, main


def check(module: ModuleType) -> None:
    for temperature in cases((0.5, 2.0, 0.5, 2.0)):
        tokens = random.randint(5, 8)
        rows = [torch.randperm(tokens) for _ in range(3)]
        logits = torch.stack(rows).float() / 2 - 1
        k = random.randint(2, tokens - 2)
        edge = logits.sort(dim=1, descending=True).values[:, k - 1 : k]
        small = torch.where(logits >= edge, logits / temperature, -torch.inf)
        want = small.exp() / small.exp().sum(dim=1, keepdim=True)
        given = logits.clone()
        got = module.best_k(given, k, temperature)
        call = f"best_k(logits of {tokens} tokens, k={k}, temperature={temperature})"
        if not torch.equal(given, logits):
            raise Wrong(
                call,
                expected="the argument as before",
                got="a changed one",
                hint="work on a copy",
            )
        hint = "divide the logits by the temperature, and keep the k largest"
        if isinstance(got, torch.Tensor) and got.shape == want.shape:
            counts = (got > 0).sum(dim=1)
            if (counts != k).any():
                hint = f"each row has {k} shares above 0, and no row another number"
            elif not torch.allclose(got.sum(dim=1), torch.ones(3)):
                hint = "the shares of each row make 1: mask before the softmax"
        expect(call, got, want, hint)


if __name__ == "__main__":
    main(
        check,
        hints=(
            "`logits.topk(k, dim=1)` has values and indices. A softmax gives minus "
            "infinity the share 0, and `scatter` puts values at their places."
        ),
        right=(
            "Three rows at a time, cold and hot, had the right shares. Next: what is "
            "left of the temperature when k is 1?"
        ),
    )
