"""Check label_logits: python check.py [FILE]."""

import itertools
import random
import sys
from pathlib import Path
from types import ModuleType

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import cases, expect, expect_no_loop, main


def check(module: ModuleType) -> None:
    for batch in cases((2, random.randint(3, 4), 1)):
        length, classes = random.randint(2, 4), random.randint(5, 7)
        logits = torch.stack([torch.randperm(classes) for _ in range(batch * length)])
        logits = logits.reshape(batch, length, classes) / 2
        labels = torch.randint(classes, (batch, length))
        labels[0, 0] = logits[0, 0].argmin()
        want = torch.empty(batch, length)
        for b, t in itertools.product(range(batch), range(length)):
            want[b, t] = logits[b, t, labels[b, t]]
        got = module.label_logits(logits.clone(), labels.clone())
        hint = "picked[b, t] is the element labels[b, t] of the row logits[b, t]"
        if isinstance(got, torch.Tensor) and torch.equal(got, logits.amax(dim=2)):
            hint = (
                "that is the largest logit of each position; "
                "the label says which one to take"
            )
        expect(f"label_logits(\n{logits},\n{labels})", got, want, hint)
    expect_no_loop(
        module,
        "label_logits with 2 and with 42 sequences, positions or classes",
        lambda n: (
            module.label_logits(torch.randn(n, 2, 3), torch.randint(3, (n, 2))),
            module.label_logits(torch.randn(2, n, 3), torch.randint(3, (2, n))),
            module.label_logits(torch.randn(2, 2, n), torch.randint(n, (2, 2))),
        ),
        "do not loop; gather picks at all positions at once",
    )


if __name__ == "__main__":
    main(
        check,
        hints=(
            "`gather` needs an index with as many axes as logits, so give labels a "
            "last axis of size 1 and take it away from the result. The classes are the "
            "axis `dim=2`."
        ),
        right=(
            "Three batches agree, and no loop was needed. Next: subtract "
            "logits.logsumexp(dim=2), and you have the logarithm of the "
            "probability of each label."
        ),
    )
